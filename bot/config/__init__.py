"""Settings: ``settings`` says what there is, ``load`` fills it from mlwiki.toml, the environment and flags."""

from __future__ import annotations

from bot.config.settings import (
    EngineSettings,
    GateSettings,
    JudgeSettings,
    NetworkSettings,
    ReviewSettings,
    RunSettings,
    ServiceSettings,
    Settings,
    SettingsFile,
    Standing,
    StoreSettings,
    WikiSettings,
    user_agent,
)

__all__ = [
    "EngineSettings",
    "GateSettings",
    "JudgeSettings",
    "NetworkSettings",
    "ReviewSettings",
    "RunSettings",
    "ServiceSettings",
    "Settings",
    "SettingsFile",
    "Standing",
    "StoreSettings",
    "WikiSettings",
    "user_agent",
]
