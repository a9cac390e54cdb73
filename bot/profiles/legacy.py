"""An old MediaWiki (1.12 to about 1.18) in any language, with ``<math>``."""

from __future__ import annotations

from bot.profiles import Profile

PROFILE = Profile(
    name="legacy",
    language="en",
    address=None,
    cite_version=(1, 12),
    opaque_tags=frozenset("nowiki pre source math html".split()),
    formula_tag="math",
    code_tag="source",
    file_prefix="Image",
    wrong_file_prefixes=("File",),
    list_heading="References",
    unknown_tags=frozenset("syntaxhighlight abbr kbd samp dfn q mark wbr details summary figure section time".split()),
)
