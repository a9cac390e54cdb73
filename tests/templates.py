"""What the HTML templates say."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, nodes

ROOT = Path(__file__).resolve().parents[1] / "bot"


def messages() -> set[str]:
    """Every English source string of every template: what ``_("…")`` is called with, always a literal."""
    found: set[str] = set()
    for path in sorted(ROOT.rglob("templates/*.html")):
        tree = Environment(autoescape=True).parse(path.read_text(encoding="utf-8"))
        for call in tree.find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "_":
                text = call.args[0].as_const()
                assert isinstance(text, str), f"{path.name}:{call.lineno}: _() takes a literal"
                found.add(text)
    return found
