"""Russian Wikipedia."""

from __future__ import annotations

from bot.profiles import Profile
from bot.profiles.citation_templates import RUSSIAN_MONTHS, NoteForm, Tag, TemplateForm, Templates
from bot.profiles.modern import OPAQUE

#: Шаблон:Нет в источнике, Шаблон:Недоступная ссылка, Шаблон:Wayback, Шаблон:Статья, Шаблон:Публикация, Шаблон:Cite web (read in
#: November 2026); dates are written as InternetArchiveBot and the wiki's own editors write them there.
_TEMPLATES = Templates(
    not_in_source=Tag(
        "Нет в источнике", "дата", also=frozenset({"не по источнику", "нет в аи", "failed verification"})
    ),
    dead_link=Tag(
        "Недоступная ссылка",
        "date",
        RUSSIAN_MONTHS,
        frozenset({"мёртвая ссылка", "битая ссылка", "deadlink", "dead link"}),
    ),
    archived="{{{{Wayback|url={original}|date={stamp}}}}}",
    archiving=frozenset({"wayback", "webarchive", "архивировано", "webcite"}),
    hands_off=frozenset({"cbignore"}),
    forms=(
        TemplateForm(
            frozenset({"cite web", "cite news", "cite book", "cite journal"}),
            year=("year", "date", "год", "дата", "datepublished"),
            archive_url=("archive-url", "archiveurl"),
            archive_date=("archive-date", "archivedate"),
            dead=("deadlink", "yes"),
        ),
        TemplateForm(
            frozenset({"статья", "книга", "публикация"}),
            year=("год", "дата", "year", "date"),
            archive_url=("архив", "archiveurl", "archive-url"),
            archive_date=("архив дата", "archivedate", "archive-date"),
        ),
    ),
    notes={
        "article": NoteForm(
            "статья",
            (
                ("title", "заглавие"),
                ("venue", "издание"),
                ("year", "год"),
                ("volume", "том"),
                ("issue", "номер"),
                ("pages", "страницы"),
                ("doi", "doi"),
                ("pmid", "pmid"),
                ("arxiv", "arxiv"),
            ),
            authors="автор",
        ),
        "preprint": NoteForm("статья", (("title", "заглавие"), ("year", "год"), ("arxiv", "arxiv")), authors="автор"),
        "book": NoteForm(
            "книга", (("title", "заглавие"), ("year", "год"), ("isbn", "isbn"), ("doi", "doi")), authors="автор"
        ),
        "page": NoteForm(
            "cite web",
            (("url", "url"), ("title", "title"), ("venue", "website"), ("year", "date"), ("day", "access-date")),
            authors="author",
        ),
    },
)

PROFILE = Profile(
    name="ruwiki",
    language="ru",
    address="https://ru.wikipedia.org/w/index.php",
    cite_version=(1, 45),
    opaque_tags=OPAQUE,
    formula_tag="math",
    code_tag="syntaxhighlight",
    file_prefix="Файл",
    wrong_file_prefixes=(),
    list_heading="Примечания",
    template_source_needed="Нет АИ",
    templates=_TEMPLATES,
    removes_traces=False,
)
