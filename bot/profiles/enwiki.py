"""English Wikipedia."""

from __future__ import annotations

from bot.profiles import Profile
from bot.profiles.citation_templates import ENGLISH_MONTHS, NoteForm, Tag, TemplateForm, Templates
from bot.profiles.modern import OPAQUE

#: Template:Failed_verification/doc, Template:Dead_link/doc, Template:Webarchive/doc, Help:Citation_Style_1 (read November 2026).
_TEMPLATES = Templates(
    not_in_source=Tag(
        "Failed verification",
        "date",
        ENGLISH_MONTHS,
        frozenset({"fv", "not in citation given", "nicg", "not in source", "failedverification", "failed"}),
    ),
    dead_link=Tag("Dead link", "date", ENGLISH_MONTHS, frozenset({"dl", "deadlink", "dead", "broken link"})),
    archived="{{{{Webarchive|url={archive}|date={day}}}}}",
    archiving=frozenset({"webarchive", "wayback", "webcite", "memento", "cite archives"}),
    hands_off=frozenset({"cbignore"}),
    forms=(
        TemplateForm(
            frozenset(
                "cite web,cite news,cite book,cite journal,cite magazine,cite conference,cite report,cite thesis,citation,"
                "cite encyclopedia,cite press release,cite tech report".split(",")
            ),
            year=("year", "date", "publication-date"),
            archive_url=("archive-url", "archiveurl"),
            archive_date=("archive-date", "archivedate"),
            dead=("url-status", "dead"),
        ),
        TemplateForm(frozenset({"cite arxiv"}), year=("year", "date")),
    ),
    notes={
        "article": NoteForm(
            "cite journal",
            (
                ("title", "title"),
                ("venue", "journal"),
                ("year", "year"),
                ("volume", "volume"),
                ("issue", "issue"),
                ("pages", "pages"),
                ("doi", "doi"),
                ("pmid", "pmid"),
                ("arxiv", "arxiv"),
            ),
            last="last",
            first="first",
            others="display-authors=etal",
        ),
        "preprint": NoteForm(
            "cite arXiv",
            (("title", "title"), ("year", "year"), ("arxiv", "eprint")),
            last="last",
            first="first",
            others="display-authors=etal",
        ),
        "book": NoteForm(
            "cite book",
            (("title", "title"), ("year", "year"), ("isbn", "isbn"), ("doi", "doi")),
            last="last",
            first="first",
            others="display-authors=etal",
        ),
        "page": NoteForm(
            "cite web",
            (("url", "url"), ("title", "title"), ("venue", "website"), ("year", "date"), ("day", "access-date")),
            last="last",
            first="first",
            others="display-authors=etal",
        ),
    },
)

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
    templates=_TEMPLATES,
    removes_traces=False,
)
