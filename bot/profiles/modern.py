"""Any MediaWiki of the last years (1.35 and later)."""

from __future__ import annotations

from bot.profiles import Profile

OPAQUE = frozenset(
    "nowiki pre source syntaxhighlight math chem ce templatedata score timeline graph mapframe maplink inputbox "
    "imagemap categorytree hiero templatestyles section".split()
)

PROFILE = Profile(
    name="modern",
    language="en",
    address=None,
    cite_version=(1, 39),
    opaque_tags=OPAQUE,
    formula_tag="math",
    code_tag="syntaxhighlight",
    file_prefix="File",
    wrong_file_prefixes=(),
    list_heading="References",
)
