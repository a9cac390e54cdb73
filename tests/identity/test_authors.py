"""Names are the same people in every script, order and shortening; nobody else becomes one of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.identity.authors import read, same
from bot.identity.rosters import PEOPLE, Roster, compare
from bot.language.romanise import name_key, script_of


def one(cited: str, found: str) -> bool:
    """Whether two names are one person."""
    ours, theirs = read(cited), read(found)
    assert ours is not None
    assert theirs is not None
    return same(ours, theirs)


@pytest.mark.parametrize(
    ("cited", "found"),
    [
        ("Micikevicius P.", "Paulius Micikevicius"),
        ("P. Micikevicius", "Paulius Micikevicius"),
        ("Micikevicius, Paulius", "Paulius Micikevicius"),
        ("Hinton G. E.", "Geoffrey Hinton"),
        ("Smith AB", "Alice B. Smith"),
        ("Hu E. J.", "Edward J. Hu"),
        ("Shen Y.", "Yelong Shen"),
        ("Wallis P.", "Phillip Wallis"),
        ("Li Y.", "Yuanzhi Li"),
        ("Li Yuanzhi", "Yuanzhi Li"),
        ("Williams R.", "Ronald J. Williams"),
        ("R. J. Williams", "Ronald Williams"),
        ("Zhang", "Jie Zhang"),
        ("van der Maaten L.", "Laurens van der Maaten"),
        ("Maaten L. v. d.", "Laurens van der Maaten"),
        ("N.a. Weinberger", "Natascha-Alexandra Weinberger"),
        ("Nuno Santos 0001", "Nuno Santos"),
        ("Åström K. J.", "Karl Johan Astrom"),
        ("Schrödinger E.", "Erwin Schroedinger"),
        ("LeCun Y.", "Yann Le Cun"),
        ("Иванов И. И.", "Иван Иванович Иванов"),
        ("И.И. Иванов", "Иванов Иван Иванович"),
        ("Соловьёв В. А.", "V. A. Soloviev"),
        ("Щербаков А.", "A. Shcherbakov"),
        ("Чебышёв П. Л.", "P. L. Chebyshev"),
        ("Колмогоров А. Н.", "A. N. Kolmogoroff"),
        ("Хинтон Дж.", "Geoffrey Hinton"),
        ("Васвани А.", "Ashish Vaswani"),
        ("NVIDIA", "NVIDIA Corporation"),
        ("Sammy Davis Jr.", "Davis, Sammy"),
    ],
)
def test_one_person_in_two_spellings(cited: str, found: str) -> None:
    """Order, initials, particles, diacritics, scripts and namesake numbers make nobody another."""
    assert one(cited, found)


@pytest.mark.parametrize(
    ("cited", "found"),
    [
        ("Wanrong Zhang", "Jie Zhang"), ("Zhang Wanrong", "Jie Zhang"),
        ("Li Y.", "Yuan Lu"), ("Wu J.", "Jing Wang"), ("Smith A.", "Bob Smith"), ("Kingma D.", "Jimmy Ba"),
        ("Иванов И.", "Petr Sidorov"), ("Виноградов А.", "Алексей Зимин"), ("Google", "Microsoft Corporation"),
    ],
)  # fmt: skip
def test_two_people_stay_two(cited: str, found: str) -> None:
    """Short surnames are compared like others, and initials count within one script."""
    assert not one(cited, found)


FOUND = ("Paulius Micikevicius", "Sharan Narang", "Jonah Alben", "Gregory Diamos")


@pytest.mark.parametrize(
    ("cited", "level", "stands"),
    [
        (("Micikevicius P.", "Narang S.", "Alben J.", "Diamos G."), "the same", Roster.same),
        (("Micikevicius P.", "и др."), "some of them", Roster.same),
        (("Narang S.", "Micikevicius P."), "some of them", Roster.same),
        (("Micikevicius P. et al.",), "some of them", Roster.same),
        (("Micikevicius P.", "Diamos G.", "Narangson S."), "spelled otherwise", Roster.same),
        (("Микикевичус П.", "Наранг Ш.", "Албен Дж."), "some of them", Roster.same),
        (("Robert Micikevicius", "Sharan Narang"), "another given name", Roster.partly),
        (("Paulius Micikevicius", "Shantanu Narang", "Jonah Alben"), "another given name", Roster.partly),
        (("Robert Micikevicius",), "nobody", Roster.others),
        (("Mikitsevitsius P.",), "resembling", Roster.doubtful),
        (("Micikevicius P.", "Narang S.", "Quigglesworth B."), "somebody else", Roster.partly),
        (("Micikevicius P.", "Quigglesworth B.", "Doe J.", "Roe R."), "few", Roster.others),
        (("John Doe", "Jane Smith"), "nobody", Roster.others),
        (("Сидоров П. К.", "Иванова М. Н."), "nobody", Roster.others),
        (("Сидоров П. К.",), "nobody known", Roster.doubtful),
        (("NVIDIA",), "a body for people", Roster.unknown),
        (("LIGO Scientific Collaboration",), "a body for people", Roster.unknown),
        (("DeepSeek-AI",), "a body for people", Roster.unknown),
        (("Moonshot AI",), "a body for people", Roster.unknown),
        (("Early Trialists Collaborative Group",), "a body for people", Roster.unknown),
        ((), "not given", Roster.unknown),
        (("et al.",), "not given", Roster.unknown),
    ],
)  # fmt: skip
def test_a_list_meets_its_level(cited: tuple[str, ...], level: str, stands: Roster) -> None:
    """Who is missing, who is called otherwise, who is nobody of the record's: by name, each with what it means."""
    met = compare(cited, FOUND).level
    assert (met.name, met.stands) == (level, stands)


@pytest.mark.parametrize("cited", [("John Doe", "Jane Smith"), ("Сидоров П. К.", "Иванова М. Н.", "Петров А. А.")])
def test_an_incomplete_list_has_to_hold_somebody(cited: tuple[str, ...]) -> None:
    """What a service lists in part convicts nobody, and confirms nobody whom it does not have."""
    assert compare(cited, FOUND, complete=False).level.stands is Roster.doubtful
    assert compare((*FOUND, "Somebody Else"), FOUND, complete=False).level.stands is Roster.same


def test_a_placeholder_is_nobody() -> None:
    """«[43 authors]» agrees with no list."""
    assert compare(("[43 authors]",), FOUND, plain="[43 authors] A title").level.name == "placeholder"


def test_every_level_of_people_says_what_it_means() -> None:
    """Names are told apart, and the last row holds always."""
    assert len({row.name for row in PEOPLE}) == len(PEOPLE)
    assert all(row.speaks for row in PEOPLE)
    assert {row.agrees for row in PEOPLE if row.stands is Roster.unknown} == {None}
    assert {row.name for row in PEOPLE if row.stands is Roster.same and row.agrees is not True} == {"more than listed"}


@pytest.mark.parametrize("name", ["et al.", "и др.", "[43 authors]", "others", "(eds.)", "", " ,", "и соавт."])
def test_placeholders_are_nobody(name: str) -> None:
    """They neither match nor miss."""
    assert read(name) is None


@pytest.mark.parametrize(
    ("cyrillic", "latin"),
    [
        ("Хрущёв", "Khrushchev"), ("Юдин", "Yudin Judin Iudin"), ("Щербаков", "Shcherbakov Scherbakov"),
        ("Ляпунов", "Lyapunov Ljapunov Liapunov"),
        ("Васильев", "Vasilyev Vasil'ev Vasiliev Wassiljew"), ("Воронцовский", "Vorontsovskii Vorontsovsky Voroncovskij"),
        ("Гельфанд", "Gelfand Gel'fand"), ("Александров", "Alexandrov Aleksandrov Aleksandroff"), ("Жуков", "Zhukov Žukov"),
        ("Цветаева", "Tsvetaeva Cvetaeva Tsvetayeva"), ("Яблочков", "Yablochkov Jabločkov Iablochkov"),
    ],
)  # fmt: skip
def test_one_key_for_every_romanisation(cyrillic: str, latin: str) -> None:
    """The schemes of passports, libraries, GOST and old journals meet."""
    assert {name_key(written) for written in latin.split()} == {name_key(cyrillic)}


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_can_be_compared(cited: str, found: str) -> None:
    """Nothing raises, the share is one, a list matches itself."""
    assert 0 <= compare((cited,), (found,)).share <= 1
    assert compare((cited,), (cited,)).level.stands in {Roster.same, Roster.unknown}
    assert script_of(cited) in {"", "latin", "cyrillic", "other"}
