"""Who may ask a host now, and who is at work on what: rows that several workers write, by the database's own clock.

Whoever holds a turn or a claim says again and again that they are alive (``keep``); of one who was killed both run out.
"""

from __future__ import annotations

from bot.store.database import Database

#: A host that complains is asked more slowly, at most so many times; each clean answer takes a tenth of that back.
SLOWEST, _BETTER = 16.0, 0.9
#: A turn that is over when it is taken is longer at once where the host complained; one that is held, when it ends.
_FACTOR = "CASE WHEN :holder = '' THEN turns.factor ELSE 1.0 END"


class StoredLeases:
    """Turns at hosts and claims on questions. Times are seconds."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def take_turn(self, name: str, holder: str, seconds: float) -> float:
        """0 where the turn at ``name`` is ours for ``seconds`` now; else how long to wait before asking again, -1 for unknown."""
        clock = self._db.clock
        taken = self._db.execute(
            f"INSERT INTO turns (name, opens, factor, holder) VALUES (:name, {clock} + :seconds, 1.0, :holder)"  # noqa: S608
            f" ON CONFLICT (name) DO UPDATE SET holder = :holder, opens = {clock} + :seconds * {_FACTOR}"
            f" WHERE turns.opens <= {clock}",
            {"name": name, "seconds": seconds, "holder": holder},
        ).rowcount
        if taken > 0:
            return 0.0
        found = self._db.execute(
            f"SELECT opens - {clock}, holder FROM turns WHERE name = :name",  # noqa: S608  # a constant
            {"name": name},
        ).fetchone()
        if found is None or str(found[1]):
            return -1.0
        return max(0.001, float(found[0]))

    def end_turn(self, name: str, holder: str, interval: float) -> None:
        """The question was answered: the next one may be asked ``interval`` from now, later where the host complained."""
        clock = self._db.clock
        self._db.execute(
            f"UPDATE turns SET opens = {clock} + :interval * factor, holder = ''"  # noqa: S608  # a constant
            " WHERE name = :name AND holder = :holder",
            {"name": name, "interval": interval, "holder": holder},
        )

    def slow_down(self, name: str, pause: float) -> None:
        """The host asked for a pause: nobody asks before, and everybody more slowly from then on."""
        clock = self._db.clock
        self._db.execute(
            "INSERT INTO turns (name, opens, factor, holder)"  # noqa: S608  # a constant
            f" VALUES (:name, {clock} + :pause, 2.0, '') ON CONFLICT (name) DO UPDATE SET holder = '',"
            f" opens = CASE WHEN turns.holder = '' AND turns.opens > {clock} + :pause THEN turns.opens ELSE {clock} + :pause END,"
            " factor = CASE WHEN turns.factor * 2 > :most THEN :most ELSE turns.factor * 2 END",
            {"name": name, "pause": pause, "most": SLOWEST},
        )

    def speed_up(self, name: str) -> None:
        """A clean answer: slowly back to the agreed pace."""
        self._db.execute(
            "UPDATE turns SET factor = CASE WHEN factor * :better < 1.0 THEN 1.0 ELSE factor * :better END"
            " WHERE name = :name AND factor > 1.0",
            {"name": name, "better": _BETTER},
        )

    def claim(self, name: str, holder: str, seconds: float) -> bool:
        """Whether ``name`` is ours to work on for ``seconds``."""
        clock = self._db.clock
        taken = self._db.execute(
            f"INSERT INTO claims (name, holder, until) VALUES (:name, :holder, {clock} + :seconds)"  # noqa: S608  # a constant
            f" ON CONFLICT (name) DO UPDATE SET holder = :holder, until = {clock} + :seconds WHERE claims.until <= {clock}",
            {"name": name, "holder": holder, "seconds": seconds},
        )
        return taken.rowcount > 0

    def release(self, name: str, holder: str) -> None:
        """The work is done, and its answer stored."""
        self._db.execute("DELETE FROM claims WHERE name = :name AND holder = :holder", {"name": name, "holder": holder})

    def keep(self, holder: str, seconds: float) -> None:
        """The holder is alive: what it has is its own for ``seconds`` more."""
        clock, alive = self._db.clock, {"holder": holder, "seconds": seconds}
        self._db.execute(f"UPDATE turns SET opens = {clock} + :seconds WHERE holder = :holder", alive)  # noqa: S608  # a constant
        self._db.execute(f"UPDATE claims SET until = {clock} + :seconds WHERE holder = :holder", alive)  # noqa: S608  # a constant
