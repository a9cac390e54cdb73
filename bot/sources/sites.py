"""Sites whose pages are better read at another address of theirs: programs on GitHub and GitLab as raw files."""

from __future__ import annotations

import re

_GITHUB_FILE = re.compile(r"^https?://(?:www\.)?github\.com/([\w.-]+)/([\w.-]+)/(?:blob|raw)/([^?#]+)")
_GITLAB_FILE = re.compile(r"^(https?://gitlab\.com/[^?#]+?)/-/blob/([^?#]+)")


def text_address(url: str) -> str | None:
    """Where the text behind an address can be read as it is; None where the address itself is best."""
    if match := _GITHUB_FILE.match(url):
        return f"https://raw.githubusercontent.com/{match[1]}/{match[2]}/{match[3]}"
    if match := _GITLAB_FILE.match(url):
        return f"{match[1]}/-/raw/{match[2]}"
    return None
