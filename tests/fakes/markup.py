"""Replica pages as HTML, in the shapes of the sites they stand for: arXiv's LaTeXML, Sphinx documentation, blogs, journals."""

from __future__ import annotations

import json
from html import escape

from tests.fakes.library import Replica, Section, WebPage, abstract, sections


def page_html(page: WebPage, work: Replica | None = None) -> str:
    """A page in its site's style."""
    shapes = {"docs": _docs, "blog": _blog, "journal": _journal, "plain": _plain}
    body = shapes[page.style](page, sections(page.text))
    title = f"{page.title} | {page.site}" if page.style == "blog" else _titled(page)
    head = [f"<title>{escape(title)}</title>", *_metadata(page, work)]
    return _document(page.language, head, body)


def _titled(page: WebPage) -> str:
    separator = " | " if page.style == "journal" or page.language == "ru" else " — "
    return f"{page.title}{separator}{page.site}" if page.site else page.title


def _document(language: str, head: list[str], body: str) -> str:
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        + "\n".join(head)
        + f"\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _metadata(page: WebPage, work: Replica | None) -> list[str]:
    """OpenGraph and JSON-LD for a blog, Highwire's ``citation_*`` for a journal, nothing for the rest."""
    if page.style == "blog":
        linked = {
            "@context": "https://schema.org",
            "@type": "BlogPosting",
            "headline": page.title,
            "datePublished": page.date,
            "author": [{"@type": "Person", "name": name} for name in page.authors],
            "publisher": {"@type": "Organization", "name": page.site},
        }
        return [
            f'<meta property="og:title" content="{escape(page.title)}">',
            f'<meta property="og:site_name" content="{escape(page.site)}">',
            '<meta property="og:type" content="article">',
            f'<meta property="article:published_time" content="{page.date}T00:00:00+00:00">',
            f'<script type="application/ld+json">{json.dumps(linked, ensure_ascii=False)}</script>',
        ]
    if page.style == "journal" and work is not None:
        date = "/".join(f"{part:02d}" for part in work.issued)
        return [
            f'<meta name="citation_title" content="{escape(work.title)}">',
            *(f'<meta name="citation_author" content="{escape(name)}">' for name in work.authors),
            f'<meta name="citation_publication_date" content="{date}">',
            f'<meta name="citation_journal_title" content="{escape(work.container)}">',
            f'<meta name="citation_doi" content="{escape(work.doi)}">',
        ]
    return []


def _prose(parts: tuple[Section, ...]) -> str:
    lines = []
    for part in parts:
        if part.heading:
            lines.append(f"<h{part.level}>{escape(part.heading)}</h{part.level}>")
        lines += [f"<p>{escape(text)}</p>" for text in part.paragraphs]
    return "\n".join(lines)


def _docs(page: WebPage, parts: tuple[Section, ...]) -> str:
    return (
        '<nav class="sidebar"><ul><li><a href="/">Home</a></li><li><a href="/docs/">Documentation</a></li></ul></nav>\n'
        f'<main role="main"><article>\n<h1>{escape(page.title)}</h1>\n{_prose(parts)}\n</article></main>\n'
        f"<footer><p>{escape(page.site)}</p></footer>"
    )


def _blog(page: WebPage, parts: tuple[Section, ...]) -> str:
    byline = ", ".join(page.authors)
    return (
        '<header><nav><a href="/">Home</a> <a href="/blog/">Blog</a></nav></header>\n'
        f"<main><article>\n<h1>{escape(page.title)}</h1>\n"
        f'<p class="byline">By {escape(byline)}, <time datetime="{page.date}">{page.date}</time></p>\n'
        f"{_prose(parts)}\n</article></main>\n<aside><h2>Related posts</h2><ul><li>More from this blog</li></ul></aside>\n"
        f"<footer><p>{escape(page.site)}</p></footer>"
    )


def _journal(page: WebPage, parts: tuple[Section, ...]) -> str:
    return (
        '<header><nav><a href="/">Home</a> <a href="/journals">Journals</a></nav></header>\n'
        f'<main><article class="article">\n<h1>{escape(page.title)}</h1>\n{_prose(parts)}\n</article></main>\n'
        f"<footer><p>{escape(page.site)}</p></footer>"
    )


def _plain(page: WebPage, parts: tuple[Section, ...]) -> str:
    return f"<h1>{escape(page.title)}</h1>\n{_prose(parts)}"


def arxiv_abs(work: Replica) -> str:
    """The abstract page of arXiv, with Highwire metadata."""
    date = work.published.replace("-", "/")
    head = [
        f"<title>[{work.arxiv}] {escape(work.title)}</title>",
        f'<meta name="citation_title" content="{escape(work.title)}">',
        *(f'<meta name="citation_author" content="{escape(name)}">' for name in work.authors),
        f'<meta name="citation_date" content="{date}">',
        f'<meta name="citation_pdf_url" content="https://arxiv.org/pdf/{work.arxiv}">',
        f'<meta name="citation_arxiv_id" content="{work.arxiv}">',
    ]
    body = (
        f'<div id="content"><h1 class="title mathjax"><span class="descriptor">Title:</span>{escape(work.title)}</h1>\n'
        f'<div class="authors">{escape(", ".join(work.authors))}</div>\n'
        f'<blockquote class="abstract mathjax"><span class="descriptor">Abstract:</span>{escape(abstract(work.slug))}'
        "</blockquote></div>"
    )
    return _document("en", head, body)


def arxiv_html(work: Replica) -> str:
    """A paper as LaTeXML writes it, with its list of references at the end."""
    chunks = []
    for number, part in enumerate(sections(work.slug)):
        paragraphs = "\n".join(
            f'<div class="ltx_para"><p class="ltx_p">{escape(text)}</p></div>' for text in part.paragraphs
        )
        if part.heading == "Abstract":
            chunks.append(f'<div class="ltx_abstract"><h6 class="ltx_title">Abstract</h6>\n{paragraphs}</div>')
            continue
        title = f'<h{part.level} class="ltx_title ltx_title_section">{escape(part.heading)}</h{part.level}>'
        chunks.append(f'<section id="S{number}" class="ltx_section">{title}\n{paragraphs}</section>')
    body = (
        '<div class="ltx_page_main"><div class="ltx_page_content"><article class="ltx_document">\n'
        f'<h1 class="ltx_title ltx_title_document">{escape(work.title)}</h1>\n'
        f'<div class="ltx_authors">{escape(", ".join(work.authors))}</div>\n'
        + "\n".join(chunks)
        + '\n<section id="bib" class="ltx_bibliography"><h2 class="ltx_title">References</h2>'
        '<ul class="ltx_biblist"><li class="ltx_bibitem">This replica lists no references.</li></ul></section>\n'
        "</article></div></div>"
    )
    return _document("en", [f"<title>{escape(work.title)}</title>"], body)


def not_found_html(host: str) -> str:
    """An honest 404 page."""
    body = f"<h1>404</h1>\n<p>The page you asked for does not exist on {escape(host)}.</p>"
    return _document("en", ["<title>Page not found</title>"], body)


def wall_html(host: str) -> str:
    """A Cloudflare challenge, as bots get it with status 403."""
    body = (
        f'<div class="main-wrapper" role="main"><h1>{escape(host)}</h1>\n'
        "<noscript>Enable JavaScript and cookies to continue</noscript></div>\n"
        '<script>window._cf_chl_opt={cvId:"3"};</script>'
        '<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>'
    )
    return _document("en", ["<title>Just a moment...</title>", '<meta name="robots" content="noindex,nofollow">'], body)


def teapot_html() -> str:
    """What IEEE Xplore tells programs, with status 418."""
    return _document("en", ["<title>Request Rejected</title>"], "<p>The requested URL was rejected.</p>")
