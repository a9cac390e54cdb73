"""Special pages of the stand-in for a wiki whose API is off: login (recordings r12 to r14), export, list of all pages.

The export's XML is that of 1.39, which answers the same client in the same tests; 1.12's differs in what it leaves out.
"""

from __future__ import annotations

from html import escape
from urllib.parse import quote

from tests.fakes.mw112.model import NAMESPACES, MiniWiki, Rev, Session, in_namespace

#: Titles in one lot of Special:Allpages (1.12 shows 480).
LOT = 100
_LOGIN = """{box}<div id="userloginForm">
<form name="userlogin" method="post" action="/wiki/index.php?title={place}&amp;action=submitlogin&amp;type=login">
<input type='text' class='loginText' name="wpName" id="wpName1" tabindex="1" value="" size='20' />
<input type='password' class='loginPassword' name="wpPassword" id="wpPassword1" tabindex="2" value="" size='20' />
<input type='checkbox' name="wpRemember" tabindex="4" value="1" id="wpRemember" />
<input type='submit' name="wpLoginattempt" id="wpLoginattempt" tabindex="5" value="Представиться системе" />
</form></div>"""


def login(wiki: MiniWiki, session: Session, fields: dict[str, str]) -> tuple[str, str]:
    """Heading and body of Special:Userlogin; ``session`` may come out logged in."""
    place = quote("Служебная:Userlogin", safe=":")
    if "wpName" not in fields:
        return "Представиться системе", _LOGIN.format(box="", place=place)
    user = wiki.users.get(fields["wpName"])
    if user is None or user.password != fields.get("wpPassword"):
        box = '<div class="errorbox"><h2>Ошибка опознавания участника:</h2>Введён неверный пароль.</div>'
        return "Представиться системе", _LOGIN.format(box=box, place=place)
    session.user = user
    return "Опознание прошло успешно", "<p>Теперь вы работаете под именем.</p>"


def export(wiki: MiniWiki, fields: dict[str, str]) -> str:
    """The XML of the pages that exist: the current revision, or the newest ``limit``."""
    spaces = "".join(
        f'<namespace key="{number}">{escape(name)}</namespace>' if name else f'<namespace key="{number}" />'
        for number, name in NAMESPACES.items()
    )
    head = (
        '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.3/" version="0.3" xml:lang="ru"><siteinfo>'
        f"<sitename>MachineLearning</sitename><generator>MediaWiki {wiki.traits.version}</generator>"
        f"<case>first-letter</case><namespaces>{spaces}</namespaces></siteinfo>\n"
    )
    titles = [wiki.canonical(title) for title in fields.get("pages", "").split("\n") if title.strip()]
    pages = "".join(_page(wiki, title, fields) for title in titles if title is not None and wiki.history(title))
    return f"{head}{pages}</mediawiki>\n"


def _page(wiki: MiniWiki, title: str, fields: dict[str, str]) -> str:
    # 1.12 takes a limit for none unless $wgExportMaxHistory is set, and gives all
    current = "curonly" in fields or not wiki.exports_history
    revisions = wiki.history(title)[:1] if current else wiki.history(title)
    return f"<page><title>{escape(title)}</title><id>1</id>{''.join(map(_revision, revisions))}</page>\n"


def _revision(rev: Rev) -> str:
    time = f"{rev.time[:4]}-{rev.time[4:6]}-{rev.time[6:8]}T{rev.time[8:10]}:{rev.time[10:12]}:{rev.time[12:]}Z"
    comment = f"<comment>{escape(rev.comment)}</comment>" if rev.comment else ""
    return (
        f"<revision><id>{rev.revid}</id><timestamp>{time}</timestamp>"
        f"<contributor><username>{escape(rev.user)}</username><id>1</id></contributor>{comment}"
        f'<text xml:space="preserve">{escape(rev.text)}</text></revision>'
    )


def category(wiki: MiniWiki, fields: dict[str, str]) -> str:
    """The export form with a category's pages filled in."""
    name = f"[[{NAMESPACES[14]}:{fields.get('catname', '')}]]"
    found = sorted(title for title in wiki.pages if name in str(wiki.text(title)))
    listed = escape("\n".join(found).replace(" ", "_"))
    return f'<form method="post"><textarea name="pages" cols="40" rows="10">{listed}</textarea></form>'


def all_pages(wiki: MiniWiki, namespace: int, start: str) -> str:
    """One lot of a namespace, and the way to the next."""
    prefix = NAMESPACES[namespace]
    titles = [title for title in in_namespace(wiki, prefix) if title >= (f"{prefix}:{start}" if prefix else start)]
    cells = "".join(_cell(title) for title in titles[:LOT])
    way = ""
    if len(titles) > LOT:
        place = f"/wiki/index.php?title={quote('Служебная:Allpages')}&amp;from={quote(titles[LOT].removeprefix(f'{prefix}:'))}"
        way = f'<td><a href="{place}" title="Служебная:Allpages">Следующая страница</a></td>'
    return f"<table><tr>{way}</tr></table><table><tr>{cells}</tr></table>"


def _cell(title: str) -> str:
    return f'<td><a href="/wiki/index.php?title={quote(title)}" title="{escape(title)}">{escape(title)}</a></td>'
