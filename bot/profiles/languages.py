"""Names of programming languages that a wiki's highlighter knows."""

from __future__ import annotations

from bot.profiles import Profile

#: Other names of a language, by what people and models write.
_ALIASES = {
    "py": "python", "python3": "python", "pycon": "python", "ipython": "python", "js": "javascript", "node": "javascript",
    "jsx": "javascript", "ts": "javascript", "typescript": "javascript", "sh": "bash", "shell": "bash", "zsh": "bash",
    "console": "bash", "c++": "cpp", "cc": "cpp", "hpp": "cpp", "cu": "cpp", "cuda": "cpp", "cs": "csharp", "c#": "csharp",
    "rb": "ruby", "tex": "latex", "r": "rsplus", "matlab": "matlab", "m": "matlab", "f90": "fortran", "htm": "html4strict",
    "html": "html4strict", "svg": "xml", "patch": "diff", "pas": "pascal", "vb": "vb", "asm": "asm", "plaintext": "text",
    "txt": "text", "text": "text", "plain": "text",
}  # fmt: skip
#: What GeSHi of 2008 knows and an article on machine learning uses.
_GESHI = frozenset(
    "text python cpp c java javascript bash perl php ruby sql matlab latex xml html4strict css csharp pascal delphi fortran lisp "
    "haskell ocaml scheme asm vb vbnet diff ini make prolog scilab rsplus objc d ada apache cmake dos".split()
)
_OWN = {"html4strict": "html", "rsplus": "r"}


def language_for(profile: Profile, written: str) -> str | None:
    """The highlighter's name for ``written``; None when a block without highlighting is the right one."""
    name = written.strip().strip("\"'{}.").lower()
    if not name:
        return None
    known = _ALIASES.get(name, name)
    if profile.code_tag == "syntaxhighlight":  # Pygments knows nearly all, under their common names
        kept = "typescript" if name in {"ts", "typescript"} else "cuda" if name in {"cu", "cuda"} else known
        return _OWN.get(kept, kept)
    return known if known in _GESHI else "text"
