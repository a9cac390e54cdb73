"""References without identifiers: suspicion of ten inventions that claim indexed places, silence on what no service indexes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.cli.check import exit_code
from bot.config import JudgeSettings, Settings
from bot.jobs.check import CheckOptions, check
from bot.jobs.session import Session, choose_profile
from bot.locale import Speech
from bot.model.page import Page
from bot.model.report import CheckReport
from bot.net.cassettes import ReplayClock
from bot.report import render
from bot.store import open_store
from tests.fakes.resolver import network
from tests.fakes.services import Services

INVENTED = [
    f"''{who}'' {title} // {venue}. — {year}."
    for who, title, venue, year in [
        ("Marlow T., Okafor J.", "Gradient Weaving for Deep Lattice Networks", "NeurIPS", 2021),
        ("Lindqvist E.", "Spectral Anchors in Contrastive Graph Pretraining", "ICML", 2020),
        ("Tanaka R., Voss K.", "Adaptive Token Folding in Long Transformers", "ICLR", 2022),
        ("Petrescu A.", "Curvature-Aware Dropout for Sparse Experts", "Journal of Machine Learning Research", 2019),
        ("Brandt O., Liu W.", "Self-Tuned Margins for Few-Shot Segmentation", "CVPR", 2021),
        ("Haddad N.", "Latent Tree Alignment for Neural Parsing", "ACL", 2018),
        ("Moreau P., Silva D.", "Quantile Distillation of Generative Policies", "AAAI", 2020),
        ("Kovacs B.", "Entropy Routed Attention in Speech Models", "EMNLP", 2021),
        ("Rossi G., Park H.", "Kernelised Memory for Continual Vision", "ICCV", 2019),
        ("Novak J.", "Bayesian Pruning with Hierarchical Shrinkage", "Machine Learning", 2017),
    ]
]
LOCAL = [
    "Загоруйко Н. Г. Прикладные методы анализа. — Новосибирск: ИМ СО РАН, 1999.",
    "Кузнецов П. С. Выбор признаков: дис. … канд. физ.-мат. наук. — М., 2007.",
    "Сидоренко А. А. Лекции по теории обучения. — Казань: Изд-во КГУ, 2011.",
    "Фролов К. Методичка по статистике. — Томск, 2004.",
    "Ильин В. Заметки о регрессии // Вестник Энского университета. — 2009. — № 3.",
    "Орлова Т. Н. Сборник задач. — СПб.: Лань, 2015.",
    "Макаров Д. Обзор пакетов. — https://makarov.example/obzor",
    "Егоров С. Курс лекций. — https://egorov.example/kurs",
    "Белова И. Автореферат диссертации. — М.: МГУ, 2001.",
    "Никитин О. Отчёт о НИР. — Дубна, 1996.",
]


@pytest.fixture
def session() -> Iterator[Session]:
    """The services are replicas on loopback that have answered; nobody judges."""
    settings = replace(Settings(), judge=JudgeSettings(kind="none"), contact="mailto:bot@example.org")
    with Services() as services, open_store(None) as store:
        yield Session(settings, store, clock=ReplayClock(), network=network(services))


def checked(session: Session, works: list[str]) -> CheckReport:
    """A page that cites the works in notes."""
    text = " ".join(f"Утверждение номер {n} верно.<ref>{work}</ref>" for n, work in enumerate(works, start=1))
    page = Page("p.wiki", "P", text)
    return check([page], choose_profile("mlru", session.settings), session, CheckOptions(remember=False))


def test_ten_invented_references_are_ten_warnings(session: Session) -> None:
    """Exit 1; each names who was asked; none is a conviction; the report's first lines count the unconfirmed."""
    report = checked(session, INVENTED)
    raised = [finding.code for finding in report.pages[0].findings if finding.raised]
    assert raised == ["SRC110"] * 10
    assert exit_code(report) == 1
    assert {found.identity.verdict.value for found in report.pages[0].citations} == {"unconfirmed"}
    assert "10" in render(report, "text", Speech("en")).split("\n\n")[1]


def test_local_works_that_no_service_knows_raise_nothing(session: Session) -> None:
    """Books, theses, lectures and pages of nobody's index."""
    report = checked(session, LOCAL)
    raised = [
        finding.code for finding in report.pages[0].findings if finding.raised and finding.code.startswith("SRC1")
    ]
    assert raised == []
