"""What tells sources on a page, as data: headings of lists of literature and links, templates that are sources and that are none.

Headings of each language are those of its Wikipedia's manual of style and what its articles carry; all languages are read
everywhere,
since articles are translated. Names are in lower case.
"""

from __future__ import annotations

_HEADINGS = {
    "ru": "литература,источники,ссылки,внешние ссылки,примечания,сноски,список литературы,список источников,библиография,"
    "литература и ссылки,ссылки и литература,источники и литература,использованная литература,рекомендуемая литература,"
    "дополнительная литература,публикации,статьи,книги,научные статьи,учебники,основная литература,веб-ресурсы,интернет-ресурсы",
    "en": "references,bibliography,further reading,external links,works cited,sources,literature,notes,citations,footnotes,"
    "general references,cited works,references and notes,notes and references,references and further reading,"
    "sources and further reading,external links and references,links,web links,literature cited,selected bibliography",
    "de": "literatur,weblinks,einzelnachweise,quellen,belege",
    "fr": "références,bibliographie,liens externes,notes et références,sources",
    "es": "referencias,bibliografía,enlaces externos,notas,fuentes",
    "uk": "література,джерела,посилання,примітки",
    "be": "літаратура,крыніцы,спасылкі,зноскі",
    "bg": "източници,литература,външни препратки,бележки",
    "pl": "bibliografia,przypisy,linki zewnętrzne,źródła",
    "it": "bibliografia,note,collegamenti esterni,riferimenti",
    "pt": "referências,bibliografia,ligações externas,notas",
    "nl": "bronnen,literatuur,externe links,noten,referenties",
    "no": "referanser,litteratur,eksterne lenker,kilder,kjelder,bakgrunnsstoff,eksterne lenkjer",
    "sv": "referenser,källor,litteratur,externa länkar,noter",
    "af": "eksterne skakels,verwysings,bronne,literatuur",
}
#: Under these stand sources, whatever list or line they are in.
SOURCE_HEADINGS = frozenset(name for names in _HEADINGS.values() for name in names.split(","))
#: Templates that describe a work, beside every «cite …».
CITATION_TEMPLATES = frozenset(
    "citation,книга,статья,публикация,source,источник,из,эсбе,бсэ3,бсэ1,wp,sfnref,vcite book,vcite journal,harvard citation,"
    "литература,ouvrage,article,lien web,literatur,internetquelle,cita libro,cita web".split(",")
)
#: Templates at which a reader finds no source: sister projects, boxes, lists that others fill, tidying of the page.
OTHER_TEMPLATES = frozenset(
    "commons,commons category,commonscat,commons-inline,commons category-inline,commonskategorie-inlyn,wikisource,"
    "wikisource-inline,"
    "wiktionary,wiktionary-inline,wikiquote,wikiquote-inline,wikibooks,wikiversity,wikinews,wikispecies,wikidata,"
    "sister project links,"
    "викисклад,викитека,викисловарь,викицитатник,викиучебник,викиновости,родственные проекты,навигация,внешние ссылки,вс,"
    "portal,portal bar,портал,main,основная статья,see also,further,reflist,references,notelist,примечания,refbegin,refend,"
    "authority control,нормативный контроль,defaultsort,interwiki conflict,wikipedia books,subject bar,library resources box,"
    "div col,div col end,clear,-,col-begin,col-2,col-end,official website,официальный сайт,url,short description".split(
        ","
    )
)
#: Parameters of boxes that hold the subject's own site.
SITE_PARAMETERS = frozenset(
    "сайт,веб-сайт,website,url,homepage,web,site,official website,официальный сайт,страница,www".split(",")
)
#: Short references to a listed work: author and year, and notes that templates make.
SHORT_TEMPLATES = frozenset("sfn,sfnp,sfnm,harvnb,harvnp,harv,harvp,harvtxt,harvcol,harvcolnb,sfnt".split(","))
NOTE_TEMPLATES = frozenset("efn,efn-ua,efn-lr,refn,прим,комм,comment ref,notetag".split(","))


def is_citation_template(name: str) -> bool:
    """Whether a template of that name describes a work."""
    lower = name.casefold()
    return lower.startswith(("cite ", "citar ", "cytuj ", "cita ")) or lower in CITATION_TEMPLATES
