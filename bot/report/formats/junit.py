"""JUnit XML, for build servers: a suite a page, a case a citation or a finding. Always English.

A raised finding is a failure, what could not be judged is skipped with its reason, so that unchecked never counts as passed.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree as ET

from bot.locale import Speech
from bot.model.edit import TidyPage
from bot.model.reasons import Reason
from bot.model.report import CitationCheck, PageCheck, PushPage, Report
from bot.model.verdict import Unjudged
from bot.model.words import IdentityVerdict
from bot.report import Style
from bot.report.findings import ReportedFinding, page_items, ranked
from bot.report.named_lines import location
from bot.report.phrases import titled
from bot.report.visible import one_line
from bot.report.word_names import word

_ENGLISH = Speech("en")


def render(report: Report, _speech: Speech, _style: Style) -> str:
    """``--format junit``."""
    return _document(_suite(page.check if isinstance(page, PushPage) else page) for page in report.pages)


def _document(suites: Iterable[ET.Element]) -> str:
    root = ET.Element("testsuites", name="mlwiki")
    root.extend(suites)
    # strict readers (Jenkins' xUnit) know no count of skipped ones here; each suite has its own
    for count in ("tests", "failures", "errors"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in root)))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _suite(page: PageCheck | TidyPage) -> ET.Element:
    items = page_items(page)
    if isinstance(page, TidyPage):
        return _counted(page.page.name, [_case_of_finding(item) for item in ranked(items)])
    cases = [
        _case_of_citation(check, [item for item in items if item.check is check], page) for check in page.citations
    ]
    cases += [_case_of_finding(item) for item in items if item.check is None]
    return _counted(page.page.name, cases)


def _counted(name: str, cases: list[ET.Element]) -> ET.Element:
    suite = ET.Element("testsuite", name=_xml(name))
    suite.extend(cases)
    suite.set("tests", str(len(cases)))
    suite.set("failures", str(sum(case.find("failure") is not None for case in cases)))
    suite.set("errors", "0")
    suite.set("skipped", str(sum(case.find("skipped") is not None for case in cases)))
    return suite


def _case_of_citation(check: CitationCheck, items: list[ReportedFinding], page: PageCheck) -> ET.Element:
    case = _case(titled(check.citation, _ENGLISH), page.page.name)
    raised = [item for item in items if item.finding.raised]
    for item in raised:
        _failure(case, item)
    if not raised:
        why = _unchecked(check)
        if why:
            ET.SubElement(case, "skipped", message=_xml("; ".join(str(word(reason)) for reason in why)))
    return case


def _unchecked(check: CitationCheck) -> list[Reason]:
    """Why a citation without a raised finding cannot count as passed; each reason once."""
    found = [claim.support.reason for claim in check.claims if isinstance(claim.support, Unjudged)]
    if check.identity.verdict in {IdentityVerdict.unchecked, IdentityVerdict.unconfirmed, IdentityVerdict.disputed}:
        found.insert(0, check.identity.reason)
    return list(dict.fromkeys(found))


def _case_of_finding(item: ReportedFinding) -> ET.Element:
    case = _case(f"{item.finding.code} {one_line(str(item.finding.message), 120)}", item.page.name)
    if item.finding.raised:
        _failure(case, item)
    return case


def _case(name: str, page: str) -> ET.Element:
    return ET.Element("testcase", name=_xml(name), classname=_xml(page))


def _failure(case: ET.Element, item: ReportedFinding) -> None:
    message = f"{item.finding.code} {item.finding.message}"
    failure = ET.SubElement(case, "failure", message=_xml(message), type=item.finding.severity.value)
    failure.text = _xml(f"{location(item)}: {item.finding.excerpt}")


def _xml(text: str) -> str:
    """One line of characters that XML 1.0 may hold."""
    return "".join(
        character if character <= "\ud7ff" or "\ue000" <= character <= "\ufffd" or character > "\uffff" else "\ufffd"
        for character in one_line(text)
    )
