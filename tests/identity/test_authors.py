"""Names are the same people in every script, order and shortening; nobody else becomes one of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.identity.authors import read, roster, same
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


def test_a_shortened_list_covers_a_full_one() -> None:
    """«и др.» and a list cut after three are no difference."""
    found = ("Paulius Micikevicius", "Sharan Narang", "Jonah Alben", "Gregory Diamos")
    for cited in [("Micikevicius P.", "и др."), ("Narang S.", "Micikevicius P."), ("Micikevicius P. et al.",)]:
        match = roster(cited, found)
        assert match.coverage == 1
        assert not match.extras


def test_a_padded_list_is_seen_against_a_complete_record_only() -> None:
    """One invented co-author is named; an incomplete record or one in another script proves nothing."""
    found = ("Diederik P. Kingma", "Jimmy Ba")
    assert roster(("Kingma D. P.", "Ba J.", "Quigglesworth B."), found).extras == ("Quigglesworth B.",)
    assert roster(("Kingma D. P.", "Ba J.", "Quigglesworth B."), found, complete=False).extras == ()
    assert roster(("Кингма Д.", "Ба Дж.", "Квиглсворт Б."), found).extras == ()


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
    """Nothing raises, coverage is a share, a list matches itself."""
    match = roster((cited,), (found,))
    assert match.coverage is None or 0 <= match.coverage <= 1
    itself = roster((cited,), (cited,))
    assert itself.coverage in {None, 1.0}
    assert script_of(cited) in {"", "latin", "cyrillic", "other"}
