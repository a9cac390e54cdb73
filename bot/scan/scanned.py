"""What a scan says of one page: ``mlwiki/scan/1``, a line of JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bot.crash import Crashes
from bot.jobs.session import Chosen
from bot.jobs.tidy import tidied
from bot.model.citation import Citation
from bot.model.edit import Edit, Finding
from bot.model.page import Page
from bot.report.records import dump_line, edit_json, finding_json

if TYPE_CHECKING:
    from bot.model.report import CitationCheck, PageCheck

Json = dict[str, Any]


def scan_page(page: Page, chosen: Chosen, crashes: Crashes, checked: PageCheck | None = None) -> Json:
    """Findings and edits of tidying and what the page cites; with the verdicts where the page was ``checked`` too.

    A page that a bug of ours ends has the finding that says so, and nothing else.
    """
    tidy = tidied(page, chosen, crashes)
    findings: tuple[Finding, ...] = (*tidy.findings, *(checked.findings if checked is not None else ()))
    try:
        citations = chosen.read(page).citations
    except Exception as error:  # noqa: BLE001  # the isolation of one page from all others
        crashes.note(error)
        citations = ()
    verdicts = {} if checked is None else {one.id: one for one in checked.citations}
    return _record(page, findings, tidy.edits, [_citation(one, verdicts.get(one.id)) for one in citations])


def lost_page(page: Page, crashes: Crashes) -> Json:
    """The record of a page over which a whole process of ours ended: the bug's finding, and nothing else."""
    from bot.verify import broken_finding

    said = crashes.note(ChildProcessError("a process of the scan ended over a page"))
    return _record(page, (broken_finding(page, said),), (), [])


def _record(page: Page, findings: Sequence[Finding], edits: Sequence[Edit], citations: list[Json]) -> Json:
    return {
        "schema": "mlwiki/scan/1",
        "name": page.name,
        "title": page.title,
        "wiki": page.wiki,
        "revid": page.revid,
        "text_sha256": page.sha256,
        "length": len(page.text),
        "findings": [finding_json(finding) for finding in findings],
        "edits": [edit_json(edit, page) for edit in edits],
        "citations": citations,
    }


def _citation(citation: Citation, found: CitationCheck | None) -> Json:
    return {
        "id": citation.id,
        "kind": citation.kind.value,
        "places": len(citation.places),
        "identifiers": [{"kind": one.kind.value, "value": one.value} for one in citation.cited.identifiers],
        "link": None if found is None else found.link.state.value,
        "identity": None if found is None else found.identity.verdict.value,
    }


def narrowed(record: Json, codes: frozenset[str], kinds: frozenset[str]) -> Json | None:
    """The record with what is of ``codes`` and the citations of ``kinds`` (empty: all); None where nothing is left."""
    if not codes and not kinds:
        return record
    wanted = {"findings": ("code", codes), "edits": ("code", codes), "citations": ("kind", kinds)}
    kept = dict(record)
    for part, (word, words) in wanted.items():
        if words:
            kept[part] = [one for one in record[part] if one[word] in words]
    lacks_code = bool(codes) and not kept["findings"] and not kept["edits"]
    return None if lacks_code or (kinds and not kept["citations"]) else kept


def line_of(record: Json) -> str:
    """The record as a line."""
    return dump_line(record)
