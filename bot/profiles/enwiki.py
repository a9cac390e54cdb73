"""English Wikipedia."""

from __future__ import annotations

from bot.profiles import Profile
from bot.profiles.modern import OPAQUE

PROFILE = Profile(
    name="enwiki",
    language="en",
    address="https://en.wikipedia.org/w/index.php",
    cite_version=(1, 45),
    opaque_tags=OPAQUE,
    formula_tag="math",
    code_tag="syntaxhighlight",
    file_prefix="File",
    wrong_file_prefixes=(),
    list_heading="References",
    template_source_needed="Citation needed",
    template_dead_link="Dead link",
    template_not_in_source="Failed verification",
    removes_traces=False,
)
