"""A wiki's templates for citations, as data: those that mark a fault, and the parameters of those that describe a work.

A wiki without an entry here gets no template: what would have been marked is proposed for its talk page instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

ENGLISH_MONTHS = tuple("January February March April May June July August September October November December".split())
RUSSIAN_MONTHS = tuple("Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь".split())


@dataclass(frozen=True, slots=True)
class Tag:
    """A template that marks a fault since a date.

    ``parameter`` takes the date: a month and year in ``months``' words, the ISO day where there are none. ``also`` are other
    names under which a page may carry the same mark, in lower case.
    """

    name: str
    parameter: str
    months: tuple[str, ...] = ()
    also: frozenset[str] = frozenset()

    def written(self, day: str) -> str:
        """The template as it is put into a page on ``day`` (ISO 8601)."""
        date = f"{self.months[int(day[5:7]) - 1]} {day[:4]}" if self.months else day[:10]
        return f"{{{{{self.name}|{self.parameter}={date}}}}}"

    def is_name(self, name: str) -> bool:
        """Whether a template of that name is this mark."""
        return name.casefold() == self.name.casefold() or name.casefold() in self.also


@dataclass(frozen=True, slots=True)
class Fields:
    """Under which parameters citation templates of Russian and English wikis say what of a work, in the order of trust.

    ``labels`` are parameters of identifiers with what stands before such an identifier in free text; ``shown`` are those whose
    words a reader sees, in their order; ``looked`` say when the address was looked at, in the Wikipedias' languages.
    """

    title: tuple[str, ...]
    authors: tuple[str, ...]
    year: tuple[str, ...]
    venue: tuple[str, ...]
    volume: tuple[str, ...]
    issue: tuple[str, ...]
    pages: tuple[str, ...]
    publisher: tuple[str, ...]
    labels: Mapping[str, str]
    looked: frozenset[str]

    @property
    def shown(self) -> tuple[str, ...]:
        """What tells one work from another."""
        return (*self.authors, *self.title, *self.publisher, *self.year)


FIELDS = Fields(
    title=("заглавие", "название", "title", "заголовок", "script-title", "chapter", "часть"),
    authors=("автор", "author", "authors", "авторы", "автор1", "author1", "vauthors"),
    year=("год", "year", "date", "дата", "publication-date"),
    venue=("издание", "журнал", "journal", "booktitle", "book-title", "work", "newspaper", "magazine", "сборник"),
    volume=("том", "volume"),
    issue=("номер", "выпуск", "issue", "number", "№"),
    pages=("страницы", "pages", "page", "article-number", "страница"),
    publisher=("издание", "journal", "издательство", "publisher", "website", "сайт"),
    labels={"doi": "doi:", "arxiv": "arXiv:", "eprint": "arXiv:", "isbn": "ISBN ", "pmid": "PMID ", "pmc": "PMC"},
    looked=frozenset(
        "access-date,accessdate,дата обращения,датаобращения,дата доступа,дата-доступу,датадоступу,consulté le,abruf,zugriff,"
        "fechaacceso,accesso,acessodata,data dostępu,bezochtdatum,hämtdatum,besøksdato".split(",")
    ),
)


@dataclass(frozen=True, slots=True)
class TemplateForm:
    """Parameters of the citation templates ``names`` (lower case).

    Of each tuple the first name is written, the others are read as well; an empty tuple means that there is none. ``dead`` is
    the parameter that says the address no longer works, with its value.
    """

    names: frozenset[str]
    year: tuple[str, ...]
    archive_url: tuple[str, ...] = ()
    archive_date: tuple[str, ...] = ()
    dead: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class NoteForm:
    """A template that a note is written as: ``fields`` are (what of the work, parameter) in the wiki's order.

    Authors go into ``last`` and ``first`` with numbers (``others`` is said where there are too many), or all into ``authors``.
    """

    name: str
    fields: tuple[tuple[str, str], ...]
    authors: str = ""
    last: str = ""
    first: str = ""
    others: str = ""


@dataclass(frozen=True, slots=True)
class Templates:
    """Everything of one wiki.

    ``archived`` is the template that stands behind a plain link, with the fields ``archive`` (the copy's address), ``original``,
    ``day`` (ISO) and ``stamp`` (fourteen digits); ``archiving`` are the names that say a copy is there, ``hands_off`` those that
    ask bots to leave a reference alone, all in lower case. ``notes`` are the forms of new notes by the kind of work (article,
    preprint, book, page).
    """

    not_in_source: Tag
    dead_link: Tag
    archived: str
    archiving: frozenset[str]
    hands_off: frozenset[str]
    forms: tuple[TemplateForm, ...]
    notes: Mapping[str, NoteForm] = field(default_factory=dict)

    def form_of(self, name: str) -> TemplateForm | None:
        """The parameters of a citation template, None for one we do not know."""
        return next((form for form in self.forms if name.casefold() in form.names), None)
