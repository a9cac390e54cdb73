"""Pages that are not the page: bot walls, logins, provider's stubs, parked domains, «not found» with status 200.

Every table entry is a mark seen on such pages in 2024–2026. Nothing of such a page is ever taken as content or metadata.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from bot.identifiers import urls
from bot.model.reasons import Reason
from bot.model.reply import Reply

#: Longer texts than this are pages about something; a phrase in them proves nothing (characters).
SHORT = 600

#: Shorter than this a paragraph is a line of a menu or a hint (characters).
_LINE = 80
#: Parts of the paths of pages that ask for consent (Google, Yahoo, TechCrunch, DPG Media).
_CONSENT = frozenset({"consent", "collectconsent", "privacy-gate", "cookiewall"})

#: Statuses with which servers turn programs away; none of them says that the page is missing.
CHALLENGES = frozenset({202, 401, 403, 405, 406, 408, 409, 418, 425, 429, 503, 999})

_WALL_HEADERS = (
    ("cf-mitigated", re.compile("challenge")),
    ("x-amzn-waf-action", re.compile("challenge|captcha")),
    ("x-datadome", re.compile("")),
    ("x-dd-b", re.compile("")),
    ("server", re.compile("^(?:qrator|ddos-guard|variti)", re.IGNORECASE)),
)
_WALL_MARKUP = re.compile(
    r"/cdn-cgi/challenge-platform/|__cf_chl_|cf-browser-verification|/\.within\.website/|_Incapsula_Resource"
    r"|captcha-delivery\.com|px-captcha|showcaptcha|smartcaptcha|google\.com/sorry|/_sec/cp_challenge|awswaf"
    r"|servicepipe\.ru|ddos-guard\.net",
    re.IGNORECASE,
)
#: Puzzles stand on walls and beside comment forms: they count where hardly anything else is shown (characters).
_PUZZLE = re.compile(r"g-recaptcha|h-captcha|cf-turnstile", re.IGNORECASE)
_NOTHING = 200
_WALL_TITLE = re.compile(
    r"^(?:just a moment|attention required|один момент|проверка браузера|making sure you'?re not a bot"
    r"|are you (?:a )?(?:human|robot)|(?:вы|я) не робот|ой!$|тест тьюринга|access (?:to this page has been )?denied"
    r"|доступ (?:запрещ[её]н|ограничен)|(?:403 )?forbidden$|security (?:check|challenge)$|verif(?:y|ying) (?:that )?you"
    r"|verification required|robot check|captcha$|client challenge|human verification|ddos-guard|pardon our interruption"
    r"|request rejected|bot verification|please wait\b.{0,30}$|checking your browser)",
    re.IGNORECASE,
)
_STUB = re.compile(
    r"доступ к (?:запрашиваемому |информационному )?(?:ресурсу|сайту)[^.]{0,60}(?:ограничен|заблокирован)|ресурс заблокирован|"
    r"blocked (?:by|at the request of) (?:roskomnadzor|order)|единый реестр[^.]{0,80}(?:доменных имен|запрещ)|eais\.rkn\.gov\.ru|"
    r"not available in your (?:country|region)|недоступ(?:ен|на) в (?:вашей стране|вашем регионе)|unavailable for legal reasons",
    re.IGNORECASE,
)
_PARKED_MARKUP = re.compile(
    r"sedoparking|parkingcrew|bodis\.com|hugedomains\.com|afternic|window\.park\b|parklogic|above\.com|dan\.com/buy-domain|"
    r"домен (?:не )?(?:продается|продаётся|выставлен|припаркован)|this domain (?:is|may be) for sale|domain is parked|"
    r"купить домен|срок регистрации домена[^.]{0,30}ист[её]к",
    re.IGNORECASE,
)
_GONE_TITLE = re.compile(
    r"^\W*(?:(?:ошибка|error)\W*)?404\b|\b404\W*$|^\W*not found\W*$|^\W*nothing found"
    r"|^\W*(?:запрашиваемая )?(?:страница|страницы|документ|материал|статья)\b[^.]{0,30}\bне (?:найден|существу|обнаруж)"
    r"|^\W*(?:page|file|document|article|content|resource)\b.{0,20}\bnot found\b"
    r"|^\W*(?:oops|ой|упс)\b.{0,40}(?:not found|не найден|404)"
    r"|^\W*(?:page|страница)\b.{0,20}(?:does(?:n'?t| not) exist|удалена)|^\W*(?:ничего не найдено|такой страницы нет)",
    re.IGNORECASE,
)
_GONE_BODY = re.compile(
    r"(?:page|document|file|article)[^.]{0,60}"
    r"(?:not found|(?:cannot|could not) be found|does not exist|no longer (?:exists|available)|has been (?:removed|deleted))"
    r"|(?:страница|документ|материал|статья|файл)[^.]{0,60}(?:не найден|не существует|удал[её]н|больше не доступ)",
    re.IGNORECASE,
)
_LOGIN_TITLE = re.compile(
    r"^\W*(?:log ?in|sign ?in|вход|войти|авторизация|login required|необходима авторизация)\b", re.IGNORECASE
)
_LANDED_BADLY = re.compile(r"^/(?:search|404|error|not[-_]?found|login|signin)(?:[./?]|$)", re.IGNORECASE)


class _WallMark(NamedTuple):
    """A mark of a wall in a part of a page (``visible``, ``markup``, ``title``) that shows fewer characters than ``below``."""

    below: int
    where: str
    pattern: re.Pattern[str]
    reason: Reason


_MARKS = (
    _WallMark(SHORT, "visible", _STUB, Reason.provider_stub),
    _WallMark(_NOTHING, "markup", _PUZZLE, Reason.bot_wall),
    _WallMark(SHORT, "markup", _WALL_MARKUP, Reason.bot_wall),
    _WallMark(3 * SHORT, "title", _WALL_TITLE, Reason.bot_wall),
    _WallMark(SHORT, "title", _LOGIN_TITLE, Reason.login_wall),
)


def wall(reply: Reply, markup: str, title: str, visible: str) -> Reason | None:
    """Why this answer is a wall and not the page, or None. Marks count on short pages, headers on all."""
    if reply.status == 451:
        return Reason.legal_block
    if _is_barred(reply):
        return Reason.bot_wall
    looked_at = {"visible": visible, "markup": markup, "title": title}
    return next(
        (mark.reason for mark in _MARKS if len(visible) < mark.below and mark.pattern.search(looked_at[mark.where])),
        None,
    )


def _is_barred(reply: Reply) -> bool:
    """Whether a header says so; a server's name does only beside a status that turns programs away."""
    challenged = reply.status in CHALLENGES
    return any(
        (challenged or name != "server") and reply.header(name) and pattern.search(reply.header(name))
        for name, pattern in _WALL_HEADERS
    )


def not_found_page(title: str, heading: str, paragraphs: Sequence[str]) -> bool:
    """Whether a page with a good status says that there is no such page.

    ``paragraphs`` are all that it shows. An article about such pages has its title too, and prose besides, which menus are not.
    """
    shown, prose = sum(map(len, paragraphs)), sum(map(len, filter(_is_prose, paragraphs)))
    if shown < 4 * SHORT and prose < SHORT and (_GONE_TITLE.search(title) or _GONE_TITLE.search(heading)):
        return True
    return shown < SHORT and bool(_GONE_BODY.search(" ".join(paragraphs)))


def _is_prose(paragraph: str) -> bool:
    """Whether a paragraph is more than a line, and ends as sentences do."""
    return len(paragraph) >= _LINE and paragraph.rstrip(' »”")]').endswith((".", "!", "?", "…", ":", ";"))


def asks_consent(asked: str, final: str) -> bool:
    """Whether a redirect led to a page that asks for consent to cookies, on the same site or another, and not to the source.

    Such a page is a host of that name («consent.yahoo.com»), or a place of that name that is told whereto it leads back.
    """
    before, after = urls.split(asked), urls.split(final)
    if asked == final or _consents(before.hostname, before.path):
        return False
    return _consents(after.hostname, after.path if after.query else "")


def _consents(host: str | None, path: str) -> bool:
    """Whether a label of a host or a part of a path names consent."""
    return "consent" in (host or "").lower().split(".") or not _CONSENT.isdisjoint(path.lower().strip("/").split("/"))


def parked(markup: str, visible: str, host: str) -> bool:
    """Whether the domain is for sale or held by a parking service."""
    return len(visible) < 3 * SHORT and bool(_PARKED_MARKUP.search(host) or _PARKED_MARKUP.search(markup))


def landed_elsewhere(asked: str, final: str) -> bool:
    """Whether redirects led from a page to the same site's front, search or error page: the page is not where it was.

    Another site's front page may be what a short address stands for.
    """
    before, after = urls.split(asked), urls.split(final)
    if asked == final or before.path.strip("/") == "" or (before.netloc, before.path) == (after.netloc, after.path):
        return False
    if site_of(before.hostname or "") != site_of(after.hostname or ""):
        return False
    if after.path.strip("/") in {"", "index.html", "index.php", "ru", "en"} and not after.query:
        return True
    return bool(_LANDED_BADLY.search(after.path)) and not _LANDED_BADLY.search(before.path)


def site_of(host: str) -> str:
    """The part of a host name that one owner has, near enough: two labels, three under a shared second one («co.uk»)."""
    labels = host.lower().rstrip(".").split(".")
    shared = len(labels) > 2 and labels[-2] in {"co", "com", "org", "net", "ac", "gov", "edu", "msk", "spb"}
    return ".".join(labels[-3 if shared else -2 :])
