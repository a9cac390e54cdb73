"""What a wiki's markup knows, as data. Adding a wiki is one file here."""

from __future__ import annotations

import importlib
import pkgutil
import re
from dataclasses import dataclass, field, replace

from bot.profiles.citation_templates import Templates


@dataclass(frozen=True, slots=True)
class Profile:
    """The markup of one wiki or family of wikis.

    ``cite_version`` is the MediaWiki release whose footnote rules hold (major, minor). ``opaque_tags`` hide what is inside
    from the reader of refs. ``formula_tag`` is ``tex`` or ``math``, ``code_tag`` the block tag for program code.
    ``file_prefix`` is the image namespace that pages should use; ``wrong_file_prefixes`` are those the wiki does not know.
    ``list_heading`` is the heading under which a missing list of notes goes. ``templates`` is None where the wiki has none for
    citations that we know of, ``template_source_needed`` where it has none for words without a source. ``formula_renderer`` is
    ``mimetex`` where formulas it cannot draw are faults. ``removes_traces`` says whether taking out a model's traces may be
    *safe* (False: always review). ``assumed`` says that nobody named the profile. ``own_templates`` are the names of all
    templates that the wiki has, the first letter big, without the namespace; None where nobody has asked it.
    """

    name: str
    language: str
    address: str | None
    cite_version: tuple[int, int]
    opaque_tags: frozenset[str]
    formula_tag: str
    code_tag: str
    file_prefix: str
    wrong_file_prefixes: tuple[str, ...]
    list_heading: str
    template_source_needed: str | None = None
    templates: Templates | None = None
    removes_traces: bool = True
    unknown_tags: frozenset[str] = field(default_factory=frozenset)
    formula_renderer: str | None = None
    assumed: bool = False
    own_templates: frozenset[str] | None = None

    @property
    def talk_prefix(self) -> str:
        """The namespace of articles' talk pages, in the wiki's language."""
        return "Обсуждение" if self.language == "ru" else "Talk"

    @property
    def has_groups(self) -> bool:
        """``group=`` came with 1.13 (Cite b9db9c27)."""
        return self.cite_version >= (1, 13)

    @property
    def has_list_defined(self) -> bool:
        """Refs inside ``<references>`` came with 1.16 (Cite 75004e33)."""
        return self.cite_version >= (1, 16)


#: Tags whose content a wiki parses: refs inside them count.
PARSED_TAGS = frozenset({"ref", "references", "gallery", "poem", "indicator", "langconvert"})


def fitted(profile: Profile, version: str, tags: frozenset[str]) -> Profile:
    """The profile with what a wiki says of itself: MediaWiki's version («1.39.4») and its extension tags in lower case.

    A version that cannot be read and an empty set of tags leave the profile as it is.
    """
    numbers = re.match(r"(\d+)\.(\d+)", version)
    release = (int(numbers[1]), int(numbers[2])) if numbers else profile.cite_version
    opaque = (tags | {"nowiki", "pre"}) - PARSED_TAGS if tags else profile.opaque_tags
    return replace(profile, cite_version=release, opaque_tags=opaque)


def unattended(profile: Profile) -> Profile:
    """The profile for work that nobody watches: a model's traces are evidence there, and wait for a person."""
    return replace(profile, removes_traces=False)


#: Files of this folder that are no wiki's profile.
_TABLES = frozenset({"mimetex", "citation_templates", "source_sections"})
#: The order in which they are shown; a new one comes last.
_FIRST = ("mlru", "legacy", "modern", "ruwiki", "enwiki")
PROFILE_NAMES = tuple(
    sorted(
        {found.name for found in pkgutil.iter_modules(__path__)} - _TABLES,
        key=lambda name: (_FIRST.index(name) if name in _FIRST else len(_FIRST), name),
    )
)


def profile(name: str) -> Profile:
    """The profile of that name. Raises KeyError for an unknown one."""
    if name not in PROFILE_NAMES:
        raise KeyError(name)
    found: Profile = importlib.import_module(f"bot.profiles.{name}").PROFILE
    return found
