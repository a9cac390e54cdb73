"""Where a work was printed: abbreviations, acronyms and forms of numbers are no errors; another journal and other numbers are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.identity.imprint import checks, same_pages
from bot.identity.venues import same_venue
from bot.model.citation import Cited, Identifier
from bot.model.source import Work
from bot.model.words import IdentityVerdict, IdKind
from tests.fakes.library import Replica
from tests.sources.world import World

V = IdentityVerdict


@pytest.mark.parametrize(
    ("cited", "found"),
    [
        ("NIPS", "Advances in Neural Information Processing Systems"),
        ("NeurIPS 2017", "Advances in Neural Information Processing Systems 30"),
        ("NIPS", "NeurIPS"),
        ("CVPR", "2016 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)"),
        (
            "Proc. IEEE Conf. Comput. Vis. Pattern Recognit.",
            "IEEE Conference on Computer Vision and Pattern Recognition",
        ),
        ("J. Mach. Learn. Res.", "Journal of Machine Learning Research"),
        ("JMLR", "Journal of Machine Learning Research"),
        ("Neural Comput.", "Neural Computation"),
        (
            "Proc. Natl. Acad. Sci. USA",
            "Proceedings of the National Academy of Sciences of the United States of America",
        ),
        ("PNAS", "Proceedings of the National Academy of Sciences"),
        ("IEEE Trans. Pattern Anal. Mach. Intell.", "IEEE Transactions on Pattern Analysis and Machine Intelligence"),
        ("Матем. сб.", "Математический сборник"),
        ("Ж. вычисл. матем. и матем. физ.", "Журнал вычислительной математики и математической физики"),
        ("ДАН СССР", "Доклады Академии наук СССР"),
        ("The Annals of Statistics", "Annals of Statistics"),
        ("3rd International Conference on Learning Representations (ICLR 2015)", "ICLR"),
        ("Nature (London)", "Nature"),
        ("Thirty-Seventh Conference on Neural Information Processing Systems Datasets and Benchmarks Track", "NeurIPS"),
        ("33rd Conf. on Machine Learning", "International Conference on Machine Learning"),
        ("Proceedings of the Twelfth International Conference: Machine Learning", "ICML"),
        ("Findings of the Association for Computational Linguistics: EMNLP 2020", "EMNLP"),
        ("IEEE Transactions on PAMI", "IEEE Transactions on Pattern Analysis and Machine Intelligence"),
        ("Machine Learning and Knowledge Discovery in Databases", "ECML PKDD"),
    ],
)
def test_another_way_to_name_a_venue_is_no_error(cited: str, found: str) -> None:
    """Acronyms, ISO 4 abbreviations, old names, years and ordinals."""
    assert same_venue(cited, [found]) is not False
    assert same_venue(found, [cited]) is not False


@pytest.mark.parametrize(
    ("cited", "found"),
    [
        ("NeurIPS", "International Conference on Machine Learning"),
        ("CVPR", "2015 IEEE International Conference on Computer Vision (ICCV)"),
        ("ICLR", "Proceedings of the AAAI Conference on Artificial Intelligence"),
        ("Nature", "Science"),
        ("Nature", "Nature Communications"),
        ("International Conference on Quantum Machine Learning", "International Conference on Machine Learning"),
        ("Symposium on Neural Scaling Laws", "Advances in Neural Information Processing Systems"),
        ("Summit on Reward Learning", "International Conference on Learning Representations"),
        ("International Journal of Representation Learning", "ICML"),
        (
            "Transactions on Adaptive Vision",
            "2021 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)",
        ),
        ("Journal of Machine Learning Research", "Physical Review Letters"),
        ("Успехи математических наук", "Вестник Южно-Уральского университета"),
    ],
)
def test_another_venue_beyond_doubt_is_an_error(cited: str, found: str) -> None:
    """Two conferences that are known to be two, two journals without a word in common."""
    assert same_venue(cited, [found]) is False


@pytest.mark.parametrize(
    ("cited", "found"),
    [
        ("arXiv preprint", "Nature"),
        ("CoRR", "International Conference on Machine Learning"),
        ("Springer", "Machine Learning"),
        ("Proceedings of Machine Learning Research", "International Conference on Machine Learning"),
        ("ICML Workshop on Deep Learning for Code", "International Conference on Machine Learning"),
        ("ECCV", "Lecture Notes in Computer Science"),
        ("SIGGRAPH", "ACM Transactions on Graphics"),
        ("Доклады РАН", "Doklady Mathematics"),
        ("ICML", "Machine Learning"),
        ("ICML 2019 Workshop on Uncertainty", "NeurIPS"),
        ("", "Nature"),
        ("Nature", ""),
    ],
)
def test_what_may_be_both_says_nothing(cited: str, found: str) -> None:
    """Preprints, publishers, series, workshops, translations, a conference and the journal that printed it."""
    assert same_venue(cited, [found]) is not False


@pytest.mark.parametrize(
    ("cited", "found", "same"),
    [
        ("1-10", "1–10", True), ("436–44", "436-444", True), ("440", "436-444", True), ("436", "436-444", True),
        ("e33693", "e33693", True), ("S10–S20", "S10-S20", True), ("007", "7-12", True),
        ("500-510", "436-444", False), ("17", "436-444", False), ("436-470", "436-444", True), ("440-470", "436-444", False),
        ("e33693", "1-10", None), ("1-10", "e33693", None), ("xii", "1-10", None), (None, "1-10", None), ("1-10", "", None),
        ("440", "436", None), ("430", "436", False),
    ],
)  # fmt: skip
def test_pages_in_every_form(cited: str | None, found: str, same: bool | None) -> None:
    """Dashes, a shortened last page, a page inside, article numbers: only two forms that can be compared are."""
    assert same_pages(cited, found) is same


def record(**other: object) -> Work:
    """A journal's article."""
    given = {"venues": ("Nature",), "volume": "521", "issue": "7553", "pages": "436-444", **other}
    return Work("crossref", ("Deep learning",), ("Yann LeCun",), (2015,), (Identifier(IdKind.doi, "10.1/x"),), **given)  # type: ignore[arg-type]  # a table


def test_one_number_that_differs_is_shown_and_proves_nothing() -> None:
    """Two are proof; not where the work has another edition with numbers of its own, or a record without venue."""
    one = Cited(volume="520", issue="7553", pages="436–444")
    two = Cited(volume="520", issue="7553", pages="10–19")
    assert [(check.field, check.agrees, check.minor) for check in checks(one, record(), editions=False)] == [
        ("volume", False, True),
        ("issue", True, False),
        ("pages", True, False),
    ]
    assert [check.field for check in checks(two, record(), editions=False) if not check.agrees and not check.minor] == [
        "volume",
        "pages",
    ]
    assert all(check.minor for check in checks(two, record(), editions=True) if not check.agrees)
    assert all(check.minor for check in checks(two, record(venues=()), editions=False) if not check.agrees)
    assert checks(Cited(volume="XII", issue="№"), record(volume="12"), editions=False)[0].agrees


PAPER = Replica(
    "paper", "Deep learning", ("Yann LeCun", "Yoshua Bengio", "Geoffrey Hinton"), doi="10.1038/nature14539", agency="Crossref",
    type="journal-article", container="Nature", volume="521", issue="7553", page="436-444", issued=(2015, 5, 27),
    landing="https://www.nature.com/articles/nature14539",
)  # fmt: skip
HEAD = "''LeCun Y., Bengio Y., Hinton G.'' Deep learning // "


@pytest.mark.parametrize(
    ("rest", "verdict", "wrong"),
    [
        ("Nature. — 2015. — Т. 521, № 7553. — С. 436–444. — DOI: 10.1038/nature14539", V.verified, []),
        ("Nature. — 2015. — Т. 521. — С. 440. — DOI: 10.1038/nature14539", V.verified, []),
        ("Nature. — 2015. — Т. 522. — С. 436–444. — DOI: 10.1038/nature14539", V.verified, ["volume"]),
        ("Nature. — 2015. — Т. 12, № 3. — С. 5–9. — DOI: 10.1038/nature14539", V.misdescribed, ["volume", "issue", "pages"]),
        ("Science. — 2015. — Т. 521. — С. 436–444. — DOI: 10.1038/nature14539", V.misdescribed, ["venue"]),
        ("Springer. — 2015. — DOI: 10.1038/nature14539", V.verified, []),
    ],
)  # fmt: skip
def test_the_report_shows_the_imprint_cited_against_found(
    rest: str, verdict: IdentityVerdict, wrong: list[str]
) -> None:
    """By service, field by field; a wrong journal or two wrong numbers describe the work wrongly."""
    identity = World(works=[PAPER]).look(HEAD + rest)[0].identity
    assert identity.verdict is verdict
    assert [check.field for check in identity.fields if check.agrees is False] == wrong
    assert {check.service for check in identity.fields} == {"crossref"}


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_two_texts_compare(cited: str, found: str) -> None:
    """Nothing raises, and a name is never another than itself."""
    same_pages(cited, found)
    same_venue(cited, [found])
    assert same_venue(cited, [cited]) is not False
