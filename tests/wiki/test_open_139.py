"""What only the real 1.39 shows: its own description, and both kinds of password."""

from __future__ import annotations

import pytest

from tests.mediawiki import BOT, PASSWORD, Wiki
from tests.wiki.conftest import Opened
from tests.wiki.test_contract import save

pytestmark = pytest.mark.mediawiki


def test_it_says_what_the_wiki_is(open_139: Opened) -> None:
    """Version, language and the tags of its extensions come from the wiki, and name the client that was chosen."""
    info = open_139().describe()
    assert info.version.startswith("1.39")
    assert info.language == "ru"
    assert {"ref", "references", "source"} <= info.tags
    assert info.client.startswith("pywikibot ")


def test_reading_alone_does_not_need_pywikibot(open_139: Opened) -> None:
    """Without an account the small client is enough."""
    assert open_139(user="", password=None).describe().client == "api.php"


def test_the_main_password_works_too(open_139: Opened, wiki_139: Wiki) -> None:
    """A plain account name with its own password logs in."""
    client = open_139(user=BOT, password=PASSWORD)
    title = wiki_139.title()
    wiki_139.person().write(title, "было")
    page = client.read(title)
    assert page is not None
    assert save(client, page, "стало").newid > (page.revid or 0)


def test_an_odd_contact_passes_through_pywikibot(open_139: Opened) -> None:
    """Its own format braces and letters outside ASCII do no harm."""
    client = open_139(contact="{кто} {pwb} 100%")
    assert client.account().name == BOT
