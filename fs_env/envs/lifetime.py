"""When an environment may be used: after the first `reset`, and no more after `close`."""

from gymnasium.error import ClosedEnvironmentError, ResetNeeded


class Lifetime:
    """The base of every environment, which sets the attributes declared here."""

    closed: bool = False
    _begun: bool = False  # whether all games were dealt once

    def _need_open(self, call: str) -> None:
        if self.closed:
            raise ClosedEnvironmentError(f"{call} after close(): create another environment")

    def _need_reset(self, call: str) -> None:
        self._need_open(call)
        if not self._begun:
            raise ResetNeeded(f"{call} before reset(): call reset() first")
