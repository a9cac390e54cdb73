"""The report's style: colours stand in one light and one dark block and nowhere else (a test holds it)."""

from __future__ import annotations

LIGHT = """
  --ground: #f6f6f3; --panel: #ffffff; --ink: #1b1d20; --soft: #565c64; --line: #d8dade; --accent: #14539a;
  --bad: #a3211a; --bad-ground: #fceceb; --doubt: #7a4a00; --doubt-ground: #fdf2dc; --good: #1c6136; --good-ground: #e5f3e9;
  --plain-ground: #eceef1; --mark: #ffe58a; --mark-ink: #1b1d20; --added: #0f4c92; --added-ground: #e4effb; --removed: #7a4a00;
  --removed-ground: #fdf2dc;
"""
DARK = """
  --ground: #15171a; --panel: #1d2024; --ink: #e7e8ea; --soft: #a9afb8; --line: #363b42; --accent: #8cbcf5;
  --bad: #ffb0a8; --bad-ground: #43201e; --doubt: #f5c878; --doubt-ground: #3c2d11; --good: #93d9ab; --good-ground: #17351f;
  --plain-ground: #2a2e34; --mark: #6b5600; --mark-ink: #fff6d6; --added: #a5cdfb; --added-ground: #172f4a; --removed: #f5c878;
  --removed-ground: #3c2d11;
"""
#: Which ink stands on which ground: a test computes that each pair can be read (WCAG 2.2, AA).
PAIRS = (
    ("ink", "ground"),
    ("ink", "panel"),
    ("soft", "ground"),
    ("soft", "panel"),
    ("accent", "ground"),
    ("accent", "panel"),
    ("bad", "bad-ground"),
    ("bad", "panel"),
    ("doubt", "doubt-ground"),
    ("doubt", "panel"),
    ("good", "good-ground"),
    ("good", "panel"),
    ("soft", "plain-ground"),
    ("ink", "plain-ground"),
    ("mark-ink", "mark"),
    ("added", "added-ground"),
    ("removed", "removed-ground"),
)

_RULES = """
* { box-sizing: border-box }
html { color-scheme: light dark; -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: anywhere;
  font: 1rem/1.55 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif }
.wrap { max-width: 66rem; margin: 0 auto; padding: 0 1.25rem }
.skip { position: absolute; left: -99rem }
.skip:focus { left: 1rem; top: .5rem; background: var(--panel); padding: .4rem .8rem }
a { color: var(--accent); text-underline-offset: .15em }
a:focus-visible, summary:focus-visible { outline: .15rem solid var(--accent); outline-offset: .15rem; border-radius: .2rem }
header.top { padding: 2rem 0 1rem }
header.top p { margin: .25rem 0; color: var(--soft) }
header.top p.change { color: var(--ink); font-weight: 600; font-size: 1.1rem }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .4rem; letter-spacing: -.01em }
h2 { font-size: 1.35rem; line-height: 1.25; margin: 2.25rem 0 .75rem }
h3 { font-size: 1.1rem; margin: 2rem 0 .75rem }
h4 { font-size: 1rem; margin: 0; line-height: 1.4 }
nav ul { list-style: none; margin: .5rem 0; padding: 0; display: flex; flex-wrap: wrap; gap: .4rem 1.2rem }
.counts { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.6rem, 1fr)); gap: .6rem; margin: 1rem 0; padding: 0 }
.counts div { background: var(--panel); border: 1px solid var(--line); border-radius: .6rem; padding: .7rem .9rem }
.counts dt { color: var(--soft); font-size: .85rem; line-height: 1.3 }
.counts dd { margin: .1rem 0 0; font-size: 1.5rem; font-weight: 650; font-variant-numeric: tabular-nums; line-height: 1.2 }
.counts .bad dd { color: var(--bad) } .counts .doubt dd { color: var(--doubt) } .counts .good dd { color: var(--good) }
.gate { border: 1px solid var(--line); border-left: .35rem solid var(--line); background: var(--panel); border-radius: .6rem;
  padding: .9rem 1.1rem; margin: 1rem 0 }
.gate p { margin: 0 } .gate ul { margin: .6rem 0 0; padding-left: 1.2rem } .gate p + p { margin-top: .3rem }
.bad.gate, .bad.card { border-left-color: var(--bad) } .doubt.gate, .doubt.card { border-left-color: var(--doubt) }
.good.gate, .good.card { border-left-color: var(--good) }
.card { background: var(--panel); border: 1px solid var(--line); border-left: .35rem solid var(--line); border-radius: .6rem;
  padding: 1rem 1.1rem; margin: 0 0 .8rem }
.card > header { display: flex; flex-wrap: wrap; gap: .3rem .6rem; align-items: baseline }
.card > header h4 { flex: 1 1 16rem }
.where, .small { color: var(--soft); font-size: .875rem }
.card p { margin: .55rem 0 }
.badge { display: inline-block; padding: .08rem .5rem; border-radius: 1rem; font-size: .82rem; font-weight: 600; line-height: 1.5;
  background: var(--plain-ground); color: var(--soft) }
.badge.bad { background: var(--bad-ground); color: var(--bad) }
.badge.doubt { background: var(--doubt-ground); color: var(--doubt) }
.badge.good { background: var(--good-ground); color: var(--good) }
.badges { display: flex; flex-wrap: wrap; gap: .35rem; margin: .5rem 0; padding: 0; list-style: none }
.sides { display: grid; grid-template-columns: 1fr; align-items: start; gap: .8rem; margin: .8rem 0 }
@media (min-width: 46rem) { .sides { grid-template-columns: 2fr 3fr } }
.side { border: 1px solid var(--line); border-radius: .5rem; padding: .7rem .9rem; background: var(--ground); min-width: 0 }
.label { margin: 0 0 .3rem; font-size: .82rem; font-weight: 600; color: var(--soft); line-height: 1.3 }
blockquote { margin: 0 0 .5rem; padding-left: .7rem; border-left: .2rem solid var(--line) }
 blockquote:last-child { margin-bottom: 0 }
blockquote .small { display: block }
.aside { color: var(--soft) }
mark { background: var(--mark); color: var(--mark-ink); padding: .05em .15em; border-radius: .2em }
table { border-collapse: collapse; width: 100%; margin: .6rem 0; font-size: .92rem }
.scroll { overflow-x: auto }
caption { text-align: left; color: var(--soft); font-size: .82rem; font-weight: 600; padding: 0 0 .3rem }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-top: 1px solid var(--line);
  overflow-wrap: break-word }
td .badge { white-space: nowrap }
thead th { border-top: 0; color: var(--soft); font-weight: 600; font-size: .85rem }
tbody th { font-weight: 600 }
.scroll tbody th { white-space: nowrap }
.card .label, .side .label { margin: 0 0 .3rem } .card > :last-child, .side > :last-child { margin-bottom: 0 }
.side > :first-child { margin-top: 0 }
.do { border-top: 1px solid var(--line); padding-top: .55rem }
details { margin: .6rem 0 } summary { cursor: pointer; font-weight: 600 }
details.group { border-top: 1px solid var(--line); padding-top: .8rem; margin: 1rem 0 }
details.group > summary { font-size: 1.02rem; margin-bottom: .8rem }
.card details summary { font-size: .9rem; color: var(--accent) }
pre { background: var(--ground); border: 1px solid var(--line); border-radius: .5rem; padding: .7rem .9rem; overflow-x: auto;
  margin: .6rem 0;
  font: .86rem/1.5 ui-monospace, "DejaVu Sans Mono", Consolas, monospace; white-space: pre-wrap }
code { font: .9em ui-monospace, "DejaVu Sans Mono", Consolas, monospace }
pre.diff span { display: block; margin: 0 -.9rem; padding: 0 .9rem; min-height: 1.5em }
ins, .added { background: var(--added-ground); color: var(--added); text-decoration: none }
del, .removed { background: var(--removed-ground); color: var(--removed); text-decoration: none }
pre.diff ins, pre.diff del { font-weight: 700; text-decoration: underline; text-underline-offset: .2em }
pre.diff .hunk { color: var(--soft) } pre.diff .file { font-weight: 600 }
footer { margin: 3rem 0 2rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .875rem }
@media (max-width: 30rem) {
  .wrap { padding: 0 .8rem } h1 { font-size: 1.4rem } .card { padding: .8rem .85rem } th, td { padding: .35rem .3rem }
  .scroll table { font-size: .84rem } .scroll td { overflow-wrap: anywhere } .scroll tbody th { white-space: normal }
  .scroll .word { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
}
@media print { body { font-size: 10pt } .card, .gate { break-inside: avoid } }
"""

CSS = f":root {{{LIGHT}}}\n@media (prefers-color-scheme: dark) {{ :root {{{DARK}}} }}\n{_RULES}"
