"""Citation tokens of chat products: they meant a source in the chat and lead nowhere on a page."""

from __future__ import annotations

import re

from bot.model.message import msg
from bot.model.words import Fix
from bot.wikitext.artefacts.scene import Scene

_TURN = r"turn\d+(?:search|news|image|file|view|fetch|forecast|product|academia|reddit|finance|sports|video|maps?|click|open)\d+"
#: One pattern a product; each is a form with no other reading outside text about it.
_FORMS = (
    r"\ue200[^\ue200\ue201\n]{0,300}\ue201",
    rf"(?:i|file|nav|image_group|image)?(?:cite)?(?:{_TURN})(?:[\ue202,; ]?{_TURN})*",
    r":?contentReference\[oaicite:\d+\]\{index=\d+\}",
    r"[\[【]?\boaicite:\d+[\]】]?",
    r"\[?oai_citation:\d+‡[^\]\s]*\]?(?:\([^()\s]*\))?",
    r"\(\{\"attribution\":\{\"attributableIndex\":\"[\d-]+\"\}\}\)",
    r"【\d+(?::\d+)?†[^】\n]{0,80}】",
    r"\[(?:attached_file|web|file|generated_image|memory|code_file|image|chart):\d+\]",
    r"\[cite:[ ]?\d+(?:,[ ]?\d+)*\]|\[cite_(?:start|end)\]",
    r"\[span_\d+\]\((?:start|end)_span\)",
    r"\[citation:\d+\]",
    r"\[\^\d+\^\](?:\[\d+\])?",
    r"<grok-card\b[^<>]*/?>(?:</grok-card>)?|grok_render_citation_card_json=\{[^{}\n]*\}|<grok:render\b[^<>]*>(?:.*?</grok:render>)?",
    r"↩(?:[ ]?↩\d*)*",
)
_PRIVATE = "\ue200\ue201\ue202\ue203\ue204\ue205\ue206"
_TOKEN = re.compile("|".join(f"(?:{form})" for form in _FORMS), re.IGNORECASE)
_RUN = re.compile(rf"(?:(?:{'|'.join(_FORMS)})[ \t{_PRIVATE}]*)+", re.IGNORECASE)
_LEFT = re.compile(rf"[{_PRIVATE}]+")
_QUICK = re.compile(
    rf"turn\d|oaicite|oai_citation|attributableIndex|†|\[(?:cite|span_|citation:|attached|web:|file:|\^\d)|grok|↩|[{_PRIVATE}]"
    r"|:\d+\]",
    re.IGNORECASE,
)
_QUOTES = {"«": "»", "“": "”", "„": "“", '"': '"', "'": "'", "`": "`", "‘": "’"}
#: Forms that open a passage and stand before the words they belong to.
_OPENS = re.compile(r"\[cite_start\]|\[span_\d+\]\(start_span\)", re.IGNORECASE)


def tokens(scene: Scene) -> None:
    """Find tokens; the words before each are left without a source unless a real ref stands beside it."""
    if not _QUICK.search(scene.shown):
        return
    found = [match for match in _RUN.finditer(scene.shown) if not _glued(scene, match)]
    quoted = [match for match in found if _is_quoted(scene, match)]
    about = bool(quoted)  # a page that quotes the forms is about them: nothing is taken out without a person
    for match in found:
        if match not in quoted:
            _token(scene, match, about=about)
    for match in _LEFT.finditer(scene.shown):
        if not any(start <= match.start() < end for start, end in scene.claims()):
            scene.edit("ART015", msg("characters of a chat product's private use are removed"), [(*match.span(), "")])
    scene.settle()


def _glued(scene: Scene, match: re.Match[str]) -> bool:
    """Whether a bare «turn0search0» is the middle of a longer word."""
    before = scene.text[match.start() - 1 : match.start()]
    bare = re.match(r"(?:i|file)?turn", match.group(), re.IGNORECASE) is not None
    return bare and ((before.isascii() and before.isalnum()) or before == "_")


def _is_quoted(scene: Scene, match: re.Match[str]) -> bool:
    core = match.group().rstrip(" \t")
    before = scene.text[match.start() - 1 : match.start()]
    after = scene.text[match.start() + len(core) : match.start() + len(core) + 1]
    if before in _QUOTES and _QUOTES.get(before) == after and after:
        return True
    opened = scene.text.rfind("<code", max(0, match.start() - 200), match.start())
    return opened != -1 and "</code" not in scene.text[opened : match.start()]


def _token(scene: Scene, match: re.Match[str], *, about: bool) -> None:
    text = scene.text
    start, end = match.span()
    end = start + len(match.group().rstrip(" \t"))
    opens = _OPENS.fullmatch(match.group().strip()) is not None
    sourced = opens or _beside_ref(scene, start, end)
    span = _with_space(text, start, end)
    safe = scene.profile.removes_traces and not about and sourced
    shown = re.sub(rf"[{_PRIVATE}]", "", match.group()).strip() or "U+E200"
    scene.edit(
        "ART030",
        msg("the citation token «{token}» is removed", token=shown[:60]),
        [(*span, "")],
        fix=Fix.safe if safe else Fix.review,
    )
    scene.claim((start, end))
    if opens:
        return
    sentence = scene.sentence_before(span[0])
    if not sourced:
        scene.note(
            "ART031",
            msg("these words lean on «{token}», which names no source", token=shown[:60]),
            start,
            sentence or shown,
        )
    elif not safe:
        scene.note(
            "ART030", msg("a citation token of a chat product: «{token}»", token=shown[:60]), start, sentence or shown
        )


def _beside_ref(scene: Scene, start: int, end: int) -> bool:
    """Whether a ref stands right beside, with nothing but space and punctuation between."""
    for a, b in scene.refs:
        if a >= end:
            return scene.text[end:a].strip(" \t.,;:!?") == ""
        if a < start < b or (
            b <= start and scene.text[b:start].strip(" \t.,;:!?") == "" and "\n" not in scene.text[b:start]
        ):
            return True
    return False


def _with_space(text: str, start: int, end: int) -> tuple[int, int]:
    """The token with the space that would be left over."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if before in {" ", "\t"} and (after in {"", " ", "\t", "\n"} or after in ".,;:!?)»"):
        while start > 0 and text[start - 1] in " \t":
            start -= 1
    elif before in {"", "\n"} and after == " ":
        end += 1
    return start, end
