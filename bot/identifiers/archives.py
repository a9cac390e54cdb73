"""Web archives: hosts whose addresses name a kept page and are never rewritten.

From the services that the English Wikipedia lists (Wikipedia:List of web archives on Wikipedia) and its Module:Webarchive knows,
and from the archives that Memento's aggregator asks (timetravel.mementoweb.org). A host stands for its subdomains, too.
"""

from __future__ import annotations

#: Internet Archive, archive.today by its seven names, libraries' archives, services on demand, caches.
HOSTS = frozenset(
    """
    web.archive.org wayback.archive.org web-beta.archive.org liveweb.archive.org wayback.archive-it.org archive-it.org
    archive.today archive.is archive.ph archive.fo archive.li archive.md archive.vn
    webcitation.org perma.cc perma-archives.org ghostarchive.org megalodon.jp freezepage.com peeep.us archive.wikiwix.com
    conifer.rhizome.org webrecorder.io screenshots.com preserve.archive-it.org
    arquivo.pt vefsafn.is wayback.vefsafn.is webarchive.loc.gov webarchives.loc.gov webharvest.gov
    webarchive.nationalarchives.gov.uk webarchive.parliament.uk webarchive.proni.gov.uk webarchive.org.uk
    webarchive.bac-lac.gc.ca digital.library.yorku.ca webarchive.nla.gov.au pandora.nla.gov.au
    web.archive.bibalex.org collections.europarchive.org internetmemory.org haw.nsk.hr veebiarhiiv.digar.ee
    langzeitarchivierung.bib-bvb.de nukrobi2.nuk.uni-lj.si swap.stanford.edu eresources.nlb.gov.sg
    ndhadeliver.natlib.govt.nz timetravel.mementoweb.org webcache.googleusercontent.com yandexwebcache.net
    """.split()
)


def is_archive(host: str) -> bool:
    """Whether a host, or one that it is a subdomain of, is an archive's."""
    labels = host.casefold().rstrip(".").split(".")
    return any(".".join(labels[first:]) in HOSTS for first in range(len(labels) - 1))
