"""The worlds after a history with those after each shorter one: what held before.

In the field: past operators over perfect recall, by the definition.
"""

from __future__ import annotations

from functools import cached_property

from mystpy.engines.worlds.model import ExplicitModel
from mystpy.language.nodes import Formula
from mystpy.language.temporal import Historically, Past, Previously


class ModelWithPast(ExplicitModel):
    """A model that knows the `previous` one, before the last action."""

    previous: ModelWithPast | None = None

    def atom(self, f: Formula) -> bytes:
        """Where an atom holds, or what is said of the past."""
        if not isinstance(f, Past):
            return super().atom(f)
        if isinstance(f, Previously):
            return self._earlier(f.body) if self.previous else self.constant(False)
        here = self.truth(f.body)
        if self.previous is None:
            return here
        join = self.meet if isinstance(f, Historically) else self.join
        return join(here, self._earlier(f))

    def _earlier(self, f: Formula) -> bytes:
        """The worlds that come from those in which a formula held."""
        assert self.previous is not None
        found = self.previous.truth(f)
        return bytes(found[w] for w in self._origins)

    @cached_property
    def _origins(self) -> list[int]:
        """For each world the one of the previous model that it comes from."""
        before = self.previous
        assert before is not None
        places = {before._named(w, len(before.events)): w for w in range(len(before))}
        return [places[self._named(w, len(before.events))] for w in range(len(self))]

    def _named(self, world: int, events: int) -> tuple[object, ...]:
        shown = self.shown[world][:events] if self.events else ()
        return self.hands[world], shown
