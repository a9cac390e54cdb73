"""Character references of HTML, as strangers write them."""

from __future__ import annotations

import html
import re

#: U+10FFFF has seven decimal digits; ``html.unescape`` raises ValueError where a number has more than 4,300.
_ZEROS = re.compile(r"(&#[xX]?)0++(?=[0-9a-fA-F])")
_TOO_LARGE = re.compile(r"&#(?:[0-9]{8,}+|[xX][0-9a-fA-F]{7,}+);?")


def unescape(text: str) -> str:
    """The text with its references replaced, once; what names no character is U+FFFD, as browsers have it. Never raises."""
    return html.unescape(_TOO_LARGE.sub("\ufffd", _ZEROS.sub(r"\1", text)))
