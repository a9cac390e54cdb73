"""Realistic records for tests: a draft on «Смешанная точность» with one fault of each class.

``page()`` is the wikitext, ``check_report()``, ``tidy_report()`` and ``push_report()`` are what the stages would say of it.
Offsets, lines and hashes are computed from the text, so that they are true.
"""

from __future__ import annotations

from dataclasses import replace

from bot.codes import Code
from bot.model.citation import Citation, CitationPlace, Cited, Claim, Identifier
from bot.model.edit import Declared, Edit, Finding, Proof, Span, TidyPage, apply_edits
from bot.model.ids import identity
from bot.model.message import Message, msg
from bot.model.page import Page, places
from bot.model.reasons import Reason
from bot.model.report import (
    Because,
    CheckReport,
    CitationCheck,
    ClaimCheck,
    Cost,
    Coverage,
    Difference,
    Gate,
    PageCheck,
    PushPage,
    PushReport,
    Saved,
    TidyReport,
)
from bot.model.source import Passage
from bot.model.verdict import (
    Conflict,
    Contradicted,
    Evidence,
    FieldCheck,
    Identity,
    Link,
    NotInSource,
    Quote,
    Suggestion,
    Support,
    Supported,
    Unjudged,
)
from bot.model.words import (
    CitationKind,
    ConflictKind,
    Consulted,
    Decision,
    Fix,
    Hint,
    IdentityVerdict,
    IdKind,
    LinkState,
    Notice,
    Policy,
    Scope,
    Severity,
)

CONFLICT = Conflict(ConflictKind.figure, "9", "8")

WIKI = "http://www.machinelearning.ru/wiki/index.php"
TITLE = "Смешанная точность"
TEXT = """'''Смешанная точность''' — обучение нейронных сетей, при котором числа хранятся в разных форматах.

== Основная идея ==
Веса хранятся в FP32, а умножения выполняются в FP16.<ref name="mp">Micikevicius P. et al. Mixed Precision Training. \
2018. arXiv:1710.03740</ref> У формата FP16 показатель степени шире, чем у BF16.<ref name="bf16">Kalamkar D. et al. A Study of \
BFLOAT16 for Deep Learning Training. 2018. arXiv:1905.12322</ref>

== Применение ==
Потеря точности при этом не превышает одной десятой процента.<ref name="fp8">FP8 Formats for Deep Learning. 2022. \
arXiv:1710.09412</ref> Метод ускоряет обучение в восемь раз.<ref>Автоматическая смешанная точность \
https://example.org/amp</ref> Подход применяли и раньше.<ref>Smith J. Half Precision Revisited. 2016. \
doi:10.1234/invented.2016</ref> Экономия памяти описана в руководстве.<ref>NVIDIA. Руководство \
https://example.com/guide</ref>

== Примечания ==
<references/>
"""
_SHA = "0" * 64


def page(text: str = TEXT, **changes: object) -> Page:
    """The draft as a revision of the wiki; ``changes`` replace fields."""
    base = Page(
        name=TITLE, title=TITLE, text=text, wiki=WIKI, revid=4321, timestamp="2026-11-30T10:00:00Z", user="Автор"
    )
    return replace(base, **changes)  # type: ignore[arg-type]  # tests name real fields


def citation(
    number: int, key: str, cited: Cited, marker: str, said: str, *, name: str = "", section: str = ""
) -> Citation:
    """One citation whose tag starts at ``marker`` and whose claim is ``said``, both found in the draft."""
    start = TEXT.index(said)
    own = identity(WIKI, TITLE, key)
    claim = Claim(
        text=said, start=start, end=start + len(said), refs=(own,), sentence=said, before="", heading=section or None
    )
    tag = TEXT.index(marker)
    end = TEXT.index("</ref>", tag)
    (at,) = places(TEXT, [tag])
    return Citation(
        id=own,
        key=key,
        number=number,
        section=section or None,
        names=(name,) if name else (),
        group="",
        places=(CitationPlace(at.line, at.column, CitationKind.note, number, tag, end),),
        wikitext=TEXT[TEXT.index(">", tag) + 1 : end],
        cited=cited,
        claims=(claim,),
    )


def checked(found: Citation, link: Link, who: Identity, support: Support) -> CitationCheck:
    """A citation with the same verdict on each of its claims."""
    return CitationCheck(found, link, who, tuple(ClaimCheck(claim, support) for claim in found.claims))


def quote(text: str) -> Quote:
    """A quote as ``bot.judge.quote.locate`` would give it."""
    return Quote(text, 0, len(text), _SHA)


def evidence(*texts: str, scope: Scope = Scope.full_text, judge: str = "scripted-demo") -> Evidence:
    """Evidence with passages that come in falling order."""
    passages = tuple(Passage(text, f"с. {n}", round(0.9 - n / 10, 2)) for n, text in enumerate(texts, 1))
    return Evidence(scope, passages, judge)


def verified(service: str = "arxiv") -> Identity:
    """The home registry agrees in all fields."""
    return Identity(
        IdentityVerdict.verified,
        Reason.home_registry_agrees,
        ((service, Consulted.answered), ("crossref", Consulted.not_asked)),
        (FieldCheck("title", "Mixed Precision Training", "Mixed Precision Training", agrees=True, service=service),),
    )


def supported() -> CitationCheck:
    """A good reference: the source says the sentence."""
    cited = Cited(
        "Mixed Precision Training",
        ("Micikevicius P.",),
        2018,
        (Identifier(IdKind.arxiv, "1710.03740"),),
        "Micikevicius P. et al. Mixed Precision Training. 2018. arXiv:1710.03740",
    )
    found = citation(
        1,
        "arxiv:1710.03740",
        cited,
        '<ref name="mp"',
        "Веса хранятся в FP32, а умножения выполняются в FP16.",
        name="mp",
        section="Основная идея",
    )
    said = "a master copy of weights is kept in FP32 while the multiplications are done in FP16"
    return checked(
        found, Link(LinkState.alive, 200, Reason.answered), verified(), Supported(quote(said), evidence(said))
    )


def contradicted() -> CitationCheck:
    """Right work with a wrong year, and it says the opposite of the sentence."""
    cited = Cited(
        "A Study of BFLOAT16 for Deep Learning Training",
        ("Kalamkar D.",),
        2018,
        (Identifier(IdKind.arxiv, "1905.12322"),),
        "Kalamkar D. et al. A Study of BFLOAT16 for Deep Learning Training. 2018. arXiv:1905.12322",
    )
    found = citation(
        2,
        "arxiv:1905.12322",
        cited,
        '<ref name="bf16"',
        "У формата FP16 показатель степени шире, чем у BF16.",
        name="bf16",
        section="Основная идея",
    )
    said = "BF16 has eight exponent bits, three more than FP16"
    who = Identity(
        IdentityVerdict.misdescribed,
        Reason.field_differs,
        (("arxiv", Consulted.answered),),
        (
            FieldCheck("title", cited.title or "", "A Study of BFLOAT16 for Deep Learning Training", True, "arxiv"),
            FieldCheck("year", "2018", "2019", False, "arxiv"),
        ),
        (Notice.corrected,),
        Suggestion("year", "2019", "arxiv"),
    )
    return checked(
        found, Link(LinkState.alive, 200, Reason.answered), who, Contradicted(quote(said), evidence(said), CONFLICT)
    )


def wrong_work() -> CitationCheck:
    """The identifier belongs to another work, so nobody judged the sentence."""
    cited = Cited(
        "FP8 Formats for Deep Learning",
        (),
        2022,
        (Identifier(IdKind.arxiv, "1710.09412"),),
        "FP8 Formats for Deep Learning. 2022. arXiv:1710.09412",
    )
    found = citation(
        3,
        "arxiv:1710.09412",
        cited,
        '<ref name="fp8"',
        "Потеря точности при этом не превышает одной десятой процента.",
        name="fp8",
        section="Применение",
    )
    who = Identity(
        IdentityVerdict.wrong_work,
        Reason.registry_names_another_work,
        (("arxiv", Consulted.answered),),
        (
            FieldCheck(
                "title",
                "FP8 Formats for Deep Learning",
                "mixup: Beyond Empirical Risk Minimization",
                agrees=False,
                service="arxiv",
            ),
        ),
    )
    return checked(found, Link(LinkState.alive, 200, Reason.answered), who, Unjudged(Reason.identity_in_doubt))


def not_in_source() -> CitationCheck:
    """The page was read whole and does not say it."""
    cited = Cited(
        "Автоматическая смешанная точность",
        (),
        None,
        (Identifier(IdKind.url, "https://example.org/amp"),),
        "Автоматическая смешанная точность https://example.org/amp",
    )
    found = citation(
        4,
        "https://example.org/amp",
        cited,
        "<ref>Автоматическая",
        "Метод ускоряет обучение в восемь раз.",
        section="Применение",
    )
    near = "Обучение проходит до трёх раз быстрее на устройствах с тензорными ядрами."
    who = Identity(IdentityVerdict.verified, Reason.page_agrees, (("page", Consulted.answered),))
    return checked(
        found, Link(LinkState.alive, 200, Reason.answered), who, NotInSource(evidence(near, scope=Scope.page))
    )


def nonexistent() -> CitationCheck:
    """An invented DOI: doi.org says that nobody registered it."""
    cited = Cited(
        "Half Precision Revisited",
        ("Smith J.",),
        2016,
        (Identifier(IdKind.doi, "10.1234/invented.2016"),),
        "Smith J. Half Precision Revisited. 2016. doi:10.1234/invented.2016",
    )
    found = citation(
        5, "doi:10.1234/invented.2016", cited, "<ref>Smith", "Подход применяли и раньше.", section="Применение"
    )
    who = Identity(
        IdentityVerdict.nonexistent,
        Reason.handle_not_registered,
        (("doi", Consulted.not_found), ("crossref", Consulted.not_found), ("openalex", Consulted.unreachable)),
    )
    link = Link(LinkState.gone, 404, Reason.not_found_page)
    return checked(found, link, who, Unjudged(Reason.source_not_read))


def walled() -> CitationCheck:
    """A wall for bots: counted as not checked, raises nothing; the embedded judge left a hint from the abstract."""
    cited = Cited(
        "Руководство",
        ("NVIDIA",),
        None,
        (Identifier(IdKind.url, "https://example.com/guide"),),
        "NVIDIA. Руководство https://example.com/guide",
    )
    found = citation(
        6,
        "https://example.com/guide",
        cited,
        "<ref>NVIDIA",
        "Экономия памяти описана в руководстве.",
        section="Применение",
    )
    near = "Использование тензорных ядер требует размеров, кратных восьми."
    return checked(
        found,
        Link(LinkState.blocked, 403, Reason.bot_wall),
        Identity(IdentityVerdict.unchecked, Reason.bot_wall, (("page", Consulted.unreachable),)),
        Unjudged(Reason.hint_only, evidence(near, scope=Scope.abstract, judge="embedded"), Hint.no_evidence_found),
    )


def finding(check: CitationCheck, code: str, severity: Severity, message: Message) -> Finding:
    """A finding on a citation; its excerpt is the claim."""
    claim = check.claims[0].claim.text
    return Finding(
        id=identity(WIKI, TITLE, code, claim, check.citation.key),
        code=code,
        severity=severity,
        message=message,
        places=check.citation.positions,
        excerpt=claim,
        citation=check.citation.id,
    )


#: What the tests' findings are called; real codes stand in ``bot.codes``.
WRONG_WORK, NONEXISTENT, MISDESCRIBED = "SRC902", "SRC901", "SRC903"
CONTRADICTED, NOT_IN_SOURCE = "SUP901", "SUP902"
CODES = {
    code: Code(code, severity, title, what, do)
    for code, severity, title, what, do in (
        (WRONG_WORK, Severity.error, "another work", "The registry names another work.", "Look for the right number."),
        (NONEXISTENT, Severity.error, "no such work", "The registry denies it.", "Remove it or name a real work."),
        (MISDESCRIBED, Severity.warning, "a field is wrong", "A field differs.", "Correct the field."),
        (CONTRADICTED, Severity.error, "the source says otherwise", "It says otherwise.", "Mend the sentence."),
        (NOT_IN_SOURCE, Severity.warning, "not in the source", "It does not say it.", "Find another source."),
    )
}


def page_check(base: Page | None = None) -> PageCheck:
    """The whole draft checked: three errors, two warnings, one note, one wall."""
    good, opposite, other = supported(), contradicted(), wrong_work()
    silent, invented, wall = not_in_source(), nonexistent(), walled()
    findings = (
        finding(opposite, CONTRADICTED, Severity.error, msg("{what}", what="источник утверждает иное")),
        finding(opposite, MISDESCRIBED, Severity.warning, msg("{what}", what="год не тот: 2018, а не 2019")),
        finding(other, WRONG_WORK, Severity.error, msg("{what}", what="номер arXiv у другой работы")),
        finding(silent, NOT_IN_SOURCE, Severity.warning, msg("{what}", what="в источнике этого нет")),
        finding(invented, NONEXISTENT, Severity.error, msg("{what}", what="такого DOI нет")),
        Finding("n1", "REF900", Severity.note, msg("{what}", what="имя сноски не нужно"), places(TEXT, [150])),
    )
    because = (
        Because(other.citation.id, WRONG_WORK, findings[2].message, Decision.block),
        Because(invented.citation.id, NONEXISTENT, findings[4].message, Decision.block),
        Because(silent.citation.id, NOT_IN_SOURCE, findings[3].message, Decision.hold),
    )
    coverage = Coverage(
        6, 5, 3, 6, 3, ((Reason.identity_in_doubt, 1), (Reason.source_not_read, 1), (Reason.bot_wall, 1))
    )
    return PageCheck(
        base or page(),
        coverage,
        (good, opposite, other, silent, invented, wall),
        findings,
        Gate(Decision.block, Policy.confirmed, because),
    )


def check_report(**changes: object) -> CheckReport:
    """A repeated check of the draft."""
    report = CheckReport(
        (page_check(),),
        complete=True,
        cost=Cost(requests=14, tokens_in=5200, tokens_out=410, amount=0.0013, currency="USD"),
        head=(msg("{what}", what="Профиль mlru: так сказано в настройках"),),
        hints=(msg("{what}", what="Один сайт не пускает ботов"),),
        difference=Difference(3, 1, 5),
    )
    return replace(report, **changes)  # type: ignore[arg-type]  # tests name real fields


def clean_report() -> CheckReport:
    """A check that found nothing."""
    good = supported()
    coverage = Coverage(1, 1, 1, 1, 1)
    whole = PageCheck(page(), coverage, (good,), (), Gate(Decision.passed, Policy.confirmed))
    return CheckReport((whole,), complete=True)


def edits() -> tuple[Edit, ...]:
    """One safe edit with two spans, one that waits for a person."""
    name = TEXT.index('name="mp"')
    list_tag = TEXT.index("<references/>")
    word = TEXT.index("Подход применяли")
    safe = Edit(
        "e1",
        "REF900",
        Fix.safe,
        msg("{what}", what="слиты одинаковые сноски"),
        (
            Span(name, name + len('name="mp"'), 'name="mp"', 'name="Micikevicius"'),
            Span(list_tag, list_tag + len("<references/>"), "<references/>", "<references />"),
        ),
        declares=Declared(),
    )
    review = Edit(
        "e2",
        "ART900",
        Fix.review,
        msg("{what}", what="след чата"),
        (Span(word, word + len("Подход"), "Подход", "Способ"),),
        needs=("e1",),
    )
    return (safe, review)


def tidy_report(**changes: object) -> TidyReport:
    """A tidy of the draft: one safe edit made, one hidden, one finding without an edit."""
    safe, _ = edits()
    whole = TidyPage(
        page(),
        apply_edits(TEXT, (safe,)),
        edits(),
        (
            Finding(
                "f1",
                "REF901",
                Severity.warning,
                msg("{what}", what="имя занято двумя работами"),
                places(TEXT, [TEXT.index('name="mp"'), TEXT.index('name="fp8"')]),
                'name="mp"',
            ),
        ),
        Proof((("same notes", True), ("same words", True))),
    )
    report = TidyReport((whole,), (msg("{what}", what="Профиль mlru: так сказано в настройках"),))
    return replace(report, **changes)  # type: ignore[arg-type]  # tests name real fields


DIFF = """--- Смешанная точность
+++ Смешанная точность
@@ -1,2 +1,2 @@
-старая строка
+новая строка
 общая строка
"""


def push_report(*, saved: bool = False, **changes: object) -> PushReport:
    """A push that the gate blocked, or one that was saved."""
    check = page_check()
    if saved:
        check = replace(check, findings=(), gate=Gate(Decision.passed, Policy.confirmed))
    one = PushPage(page(), TEXT, check, DIFF, Saved(4321, 4322) if saved else None)
    return replace(PushReport((one,), complete=True), **changes)  # type: ignore[arg-type]  # tests name real fields
