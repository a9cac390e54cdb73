"""Money and tokens: taken out of the budget before a call, settled after it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.config import JudgeSettings
from bot.model.report import Cost


@dataclass(slots=True)
class Budget:
    """What may be used and what was. A budget of None has no end."""

    settings: JudgeSettings
    requests: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    _held_in: int = 0
    _held_out: int = 0

    def reserve(self, tokens_in: int, tokens_out: int) -> bool:
        """Hold the most that a call can use; False when that would go over the budget, and then nothing is held."""
        all_in, all_out = self.tokens_in + self._held_in + tokens_in, self.tokens_out + self._held_out + tokens_out
        limit, money = self.settings.budget_tokens, self.settings.budget
        if limit is not None and all_in + all_out > limit:
            return False
        if money is not None and (self._amount(all_in, all_out) or 0.0) > money:
            return False
        self._held_in += tokens_in
        self._held_out += tokens_out
        return True

    def settle(self, held: tuple[int, int], used: tuple[int, int] | None) -> None:
        """Give back what was held and write down what was used; None for a call that was not answered."""
        self._held_in -= held[0]
        self._held_out -= held[1]
        if used is not None:
            self.tokens_in += max(0, used[0])
            self.tokens_out += max(0, used[1])

    def asked(self) -> None:
        """One more request went out, whatever comes of it."""
        self.requests += 1

    @property
    def cost(self) -> Cost:
        """What was used so far, in money where prices are set."""
        amount = self._amount(self.tokens_in, self.tokens_out)
        currency = self.settings.currency if amount is not None else None
        return Cost(self.requests, self.tokens_in, self.tokens_out, amount, currency)

    def _amount(self, tokens_in: int, tokens_out: int) -> float | None:
        if self.settings.price_in is None or self.settings.price_out is None:
            return None
        return round((tokens_in * self.settings.price_in + tokens_out * self.settings.price_out) / 1e6, 6)
