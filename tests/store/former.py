"""A page that version 0.1 read otherwise than later ones, and what was decided about it: tests/fixtures/store-0.1-former.sqlite.

``python -m tests.store.former FILE`` writes such a file with the program as it is. The committed one was written by version 0.1
(commit ea7f29b) and is never written again. For every claim there is a false alarm, for every citation an overrule, and the
findings are remembered as those of the last check.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from bot.gate import overrule_subject
from bot.judge.support_findings import support_findings
from bot.model.citation import Citation, Claim
from bot.model.edit import Finding
from bot.model.page import Page
from bot.model.plan import Choice
from bot.model.report import ClaimCheck
from bot.model.verdict import Evidence, NotInSource
from bot.model.words import Scope
from bot.profiles import profile
from bot.store import Decided, Store, open_store
from bot.wikitext.text import Wikitext

FILE = Path(__file__).resolve().parents[1] / "fixtures" / "store-0.1-former.sqlite"
WIKI, TITLE, WHO = "http://wiki.example/index.php", "Прежние чтения", "Редактор"
WRITTEN = 1_796_000_000.0
TEXT = """\
В 1998 году<ref>Книга 1</ref> вышла LeNet.<ref>Книга 2</ref> Хинтон,<ref>Книга 3</ref> Лекун<ref>Книга 4</ref> получили премию.

{| class="wikitable"
! Формат !! Бит !! Источник
|-
| FP16 || 16<ref>Книга 5</ref> || <ref>Книга 6</ref>
|-
| BF16<br>(Google) || 8 бит<ref>Книга 7</ref> ||
|}
{{Карточка
| тираж = 381 в будни<br/>337 в воскресенье<ref>Книга 8</ref>
}}
К методам относятся:
* бустинг<ref>Книга 9</ref>
* случайный лес<ref>Книга 10</ref>

Сайт называет его «радикалом. Он был один. Его дружба важна».<ref>Книга 11</ref> Так 15 °C. Вода замерзает.<ref>Книга 12</ref>

Метод быстр.<ref>Smith J. A paper. doi:10.1093/bioinformatics/btab083/6128680</ref>
Метод верен.<ref>Lee K. Another. https://www.biorxiv.org/content/10.1101/2021.10.28.463034v2.full.pdf</ref>
Метод прост.<ref>Ivanov I. Third. https://doi.org/10.1000/xyz123.Дата обращения: 1 мая 2020</ref>
Метод нов.<ref>Petrov P. Fourth. DOI 10.1145/3292500†</ref>
Метод стар.<ref>LeCun Y. Deep learning. https://www.nature.com/articles/nature14539</ref>
Метод мал.<ref>Kingma D. Adam. CoRR abs/1412.6980, 2014</ref>
Метод велик.<ref>Vaswani A. Attention. https://www.arxiv-vanity.com/papers/1706.03762/</ref>
Метод тих.<ref>Jo\u0308rges H. Tiefe Netze. Springer, 2015</ref>
Метод смел.<ref>Doe J. On sets. https://doi.org/10.1371/journal.pone.0115069.g001</ref>
Метод лих.<ref>Roe J. On maps. doi: 10.5281/zenodo.12345;PMID: 123</ref>

== Примечания ==
<references />
"""
PAGE = Page("page.wiki", TITLE, TEXT, WIKI, 41, "2026-12-01T00:00:00Z", "Анна")


def citations() -> tuple[Citation, ...]:
    """The page's notes as this program reads them."""
    return Wikitext(PAGE, profile("mlru")).citations


def alarms() -> Iterator[tuple[Citation, Claim, Finding]]:
    """*Not in source*, said of every claim."""
    for citation in citations():
        for claim in citation.claims:
            silent = ClaimCheck(claim, NotInSource(Evidence(Scope.full_text, judge="model")))
            for finding in support_findings(PAGE, citation, silent):
                yield citation, claim, finding


def fill(store: Store) -> None:
    """Decide on everything."""
    for citation in citations():
        store.decide(Decided(overrule_subject(citation), Choice.overrule.value, citation.wikitext, WHO))
    for citation, _, finding in alarms():
        store.decide(Decided(finding.id, Choice.false_alarm.value, citation.wikitext, WHO))
    store.keep_findings(WIKI, TITLE, [finding.id for _, _, finding in alarms()])


def main() -> int:
    """Write the file named on the command line."""
    target = Path(sys.argv[1])
    target.unlink(missing_ok=True)
    with open_store(target) as store:
        store._now = lambda: WRITTEN  # whatever the program's version, its store goes by this
        fill(store)
    return 0


if __name__ == "__main__":
    sys.exit(main())
