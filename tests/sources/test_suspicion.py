"""Suspicion is not conviction and silence is neither: whom every index that should know it does not know gets a warning."""

from __future__ import annotations

import pytest

from bot.model.page import Page
from bot.model.words import IdentityVerdict, Severity
from bot.sources.source_findings import source_findings
from tests.fakes.library import Replica
from tests.sources.servers import Page as Reply
from tests.sources.world import WORKS, World, cite

V = IdentityVerdict
INVENTED = [
    f"''{author}'' {title} // {venue}. — {year}."
    for author, title, venue, year in [
        ("Quigley A., Marsh B.", "Recursive attention over sparse gradients of speech", "NeurIPS", 2021),
        ("Olsen P., Kimura H.", "Eight bits suffice for the training of translators", "ICML", 2020),
        ("Tanaka R., Weber S.", "Curriculum pruning by entropy of early layers", "ICLR", 2022),
        ("Moreau L., Haddad N.", "Contrastive parsing without negative trees", "ACL", 2019),
        ("Novak J., Silva C.", "Geometry aware detectors of thin structures", "CVPR", 2018),
        ("Petersen K., Adeyemi T.", "Bandits with delayed and merged feedback", "AISTATS", 2017),
        (
            "Rossi G., Lindqvist E.",
            "Stable kernels for streaming forecasts",
            "Journal of Machine Learning Research",
            2016,
        ),
        ("Farkas D., Oyelaran B.", "Robust planning under shifting rewards", "AAAI", 2021),
        ("Kowalska M., Brandt F.", "Learning to rank from conflicting panels", "KDD", 2015),
        ("Ito S., Vance R.", "Sparse causal priors for medical records", "UAI", 2020),
    ]
]
RUSSIAN = [
    "''Кузьмин А. П.'' Основы обучения машин: учебное пособие. — М.: Наука, 1987. — 240 с.",
    "''Орлова Т. И.'' Распознавание речи в шуме: дис. … канд. техн. наук. — Томск, 2009. — 150 с.",
    "''Белов С. В., Рыков Л. Д.'' Регрессия в задачах геологии // Вестник Тюменского университета. — 2011. — № 7. — С. 12–19.",
    "''Громов Ю. А.'' Лекции по теории решений. — Новосибирск: НГУ, 1996.",
    "''Ершова М. К.'' Кластеризация текстов // Труды конференции молодых учёных. — Казань, 2014. — С. 33–37.",
    "Нейронные сети в картинках. Блог кафедры, 2018.",
    "''Титов Р. Н.'' Методы отбора признаков. — СПб.: Лань, 2003. — 312 с. — ISBN 5-8114-0485-9.",
    "''Фомин Г. Г.'' Автореферат диссертации «Оценка параметров смесей». — М., 1999.",
    "''Yakovlev I., Panin O.'' Methods of local search: a textbook. — Moscow: Mir, 1985.",
    "Конспект семинара по статистике, 2010.",
]  # fmt: skip


def raised(note: str, world: World) -> list[str]:
    """The codes of the warnings and errors of a note."""
    found = source_findings(Page(name="p", title="p", text=""), cite(note)[0], world.look(note)[0])
    return [item.code for item in found if item.severity is not Severity.note]


def test_ten_invented_references_get_ten_warnings() -> None:
    """Nothing is convicted: the work is unconfirmed."""
    world = World(helpers=True)
    assert [raised(note, world) for note in INVENTED] == [["SRC110"]] * 10
    assert {world.look(note)[0].identity.verdict for note in INVENTED} == {V.unconfirmed}


def test_ten_russian_books_theses_and_pages_get_none() -> None:
    """No index has to know them."""
    world = World(helpers=True)
    assert [code for note in RUSSIAN for code in raised(note, world)] == []


@pytest.mark.parametrize("host", ["api.crossref.org", "export.arxiv.org", "dblp.org", "api.semanticscholar.org"])
def test_where_one_index_is_silent_nothing_is_suspected(host: str) -> None:
    """An outage is no answer; the others' not knowing is not enough."""

    def down(asked: str, _: str, reply: Reply) -> Reply | None:
        return (503, {}, b"<html>later</html>") if asked == host else reply

    world = World(spoil=down, helpers=True)
    assert "SRC110" not in raised(INVENTED[0], world)


PAPER = Replica(
    "paper", "Recursive estimates of gradients for spoken words", ("Anna Quigley", "Brian Marsh"), arxiv="2101.00001",
    container="Advances in Neural Information Processing Systems", issued=(2021,), published="2021-01-02", updated="2021-01-02",
    categories=("cs.LG",),
)  # fmt: skip


@pytest.mark.parametrize(
    ("note", "verdict", "codes"),
    [
        ("''Quigley A., Marsh B.'' Recursive estimates of gradients for spoken words // NeurIPS. — 2021.", V.verified, []),
        ("''Quigley A., Marsh B.'' Recursive estimates of gradients for spoken words // CVPR. — 2021.",
         V.misdescribed, ["SRC103"]),
        ("''Doe J., Roe R.'' Recursive estimates of gradients for spoken words // NeurIPS. — 2021.",
         V.misdescribed, ["SRC103"]),
        ("''Quigley A., Marsh B.'' Recursive estimates of gradients for spoken words // NeurIPS. — 2009.",
         V.misdescribed, ["SRC103"]),
        ("''Quigley A., Marsh B.'' Recursive estimates of gradients for spoken words // CVPR. — 2021. — arXiv:2101.00001",
         V.unconfirmed, ["SRC109"]),
    ],
)  # fmt: skip
def test_what_a_search_finds_described_otherwise_is_said(note: str, verdict: IdentityVerdict, codes: list[str]) -> None:
    """The work without its identifier: two services that contradict convict, one is shown."""
    world = World(works=[*WORKS, PAPER], helpers=True)
    assert (world.look(note)[0].identity.verdict, raised(note, world)) == (verdict, codes)


def test_a_registrys_own_oddity_is_disputed_at_most() -> None:
    """Crossref has left the first author out; OpenAlex has her: nobody is corrected."""
    work = Replica(
        "odd", "Recursive estimates of gradients for spoken words", ("Anna Quigley", "Brian Marsh"), doi="10.1000/odd",
        agency="Crossref", type="journal-article", container="Neural Computation", issued=(2021,),
        landing="https://publisher.org/odd",
    )  # fmt: skip

    def without_first(asked: str, _: str, reply: Reply) -> Reply | None:
        if asked != "api.crossref.org":
            return reply
        return (
            reply[0],
            reply[1],
            reply[2].replace(b"Quigley", b"Nemo").replace(b"Anna", b"Xeno"),
        )

    note = f"''Quigley A., Marsh B.'' {work.title} // Neural Computation. — 2021. — DOI: 10.1000/odd"
    identity = World(works=[work], helpers=True, spoil=without_first).look(note)[0].identity
    assert (identity.verdict, identity.suggestion) == (V.disputed, None)
    assert World(works=[work], spoil=without_first).look(note)[0].identity.verdict is V.misdescribed


MANUAL = Replica(
    "manual", "Phonetics in ten lessons", ("Ralph Stone",), isbn="9780306406157", issued=(2021,),
    landing="https://openlibrary.org/books/OL2M",
)  # fmt: skip
CHAPTER = Replica(
    "chapter", "Recursive estimates of gradients for spoken words", ("Anna Quigley", "Brian Marsh"), doi="10.1000/chapter",
    agency="Crossref", type="book-chapter", container="Phonetics in ten lessons", issued=(2021,), landing="https://publisher.org/c",
)  # fmt: skip


@pytest.mark.parametrize(
    ("note", "verdict"),
    [
        ("Quigley A., Marsh B. Recursive estimates of gradients for spoken words. — 2021.", V.verified),
        ("Quigley A., Marsh B. Recursive estimates of gradients for spoken words. — 2021. — PMID 14403679", V.disputed),
        ("Quigley A., Marsh B. Recursive estimates of gradients for spoken words. — 2021. — ISBN 978-0-306-40615-7", V.disputed),
        (f"Quigley A., Marsh B. {CHAPTER.title} // Phonetics in ten lessons. — 2021. — ISBN 978-0-306-40615-7", V.verified),
        ("Stone R. Phonetics in ten lessons. — 2021. — ISBN 978-0-306-40615-7", V.verified),
    ],
)  # fmt: skip
def test_an_identifier_of_another_work_is_seen_though_a_search_finds_the_cited_one(note: str, verdict: V) -> None:
    """A PMID or ISBN that PubMed or a library has under another work; a chapter's ISBN is its book's."""
    world = World(works=[*WORKS, MANUAL, CHAPTER], helpers=True)
    identity = world.look(note)[0].identity
    assert identity.verdict is verdict
    wrong = {check.field for check in identity.fields if check.agrees is False}
    assert wrong == ({"pmid"} if "PMID" in note else {"isbn"} if verdict is V.disputed else set())
