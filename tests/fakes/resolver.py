"""The test-only way from public names to the replicas on loopback."""

from __future__ import annotations

from bot.net.network import Rerouted
from tests.fakes.services import Services

#: Where the scripted model answers in recordings: a name that can never exist (RFC 2606).
MODEL_HOST = "scripted-demo.invalid"


def network(services: Services, *, model_port: int | None = None) -> Rerouted:
    """A network in which every host of the replicas leads to them, the model's to its own port, and no other host exists."""
    table = dict.fromkeys(services.library.hosts(), services.port)
    if model_port is not None:
        table[MODEL_HOST] = model_port
    return Rerouted(table)
