"""The diagrams that come with mystpy, for two to six players.

`make diagrams` computes them from the axiom files and writes one file for each driver
and number of players. The first line of a file has the fingerprint of the axioms: under
edited axioms the file is ignored. Each other line has a name, a hash and JSON: the
state of init0, or the layer of some players who are still in. If a rotation of the
players maps layers onto each other, the file has only one of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from mystpy.axioms import text_hash
from mystpy.engines.transition_system.cache import FORMAT
from mystpy.engines.transition_system.layers.layer_fields import (
    Layer,
    layer_fields,
    layer_of,
    state_fields,
    state_of,
)
from mystpy.engines.transition_system.states import SystemState

FOLDER = Path(__file__).with_name("shipped")
PLAYERS = range(2, 7)
"""The numbers of players whose diagrams come with mystpy."""
DRIVERS = tuple(
    f"drive/diagram{rules}"
    for rules in (
        *("", "_board", "_speed", "_generalized"),
        *("_events", "_board_events"),
    )
)

_INITIAL = "init0"


class ShippedTransitionSystem:
    """The diagram of p players that comes with mystpy, if it belongs to these axioms.

    If the file is missing or a line is damaged, nothing is found: then the user's cache
    is read, and what is missing there is computed.
    """

    def __init__(self, p: int, fingerprint: str, driver: str) -> None:
        self._p = p
        self._head = _head(p, fingerprint)
        self._path = FOLDER / file_name(p, driver)

    @cached_property
    def exists(self) -> bool:
        """Whether the diagram of these axioms comes with mystpy."""
        return bool(self._lines)

    def initial(self) -> SystemState | None:
        """The state of init0; None if it is not there."""
        fields = self._read(_INITIAL)
        return None if fields is None else state_of(fields)

    def layer(self, still_in: tuple[int, ...]) -> Layer:
        """The states with these players still in, and their steps; empty if missing."""
        home, seats = _home(still_in, self._p)
        fields = self._read(_name(home))
        if fields is None:
            return {}
        layer = layer_of(fields)
        return rotate_layer(layer, self._p, seats) if seats else layer

    @cached_property
    def _lines(self) -> Mapping[str, str]:
        try:
            head, *lines = self._path.read_text("utf-8").splitlines()
        except (OSError, ValueError):
            return {}
        if head != self._head:
            return {}
        return {name: rest for name, _, rest in (line.partition(" ") for line in lines)}

    def _read(self, name: str) -> Any:
        digest, _, text = self._lines.get(name, "").partition(" ")
        return json.loads(text) if text and digest == _hash(text) else None


def file_name(p: int, driver: str) -> str:
    """The name of the file of p players."""
    return f"{Path(driver).name}-{p}.txt"


def file_text(
    p: int,
    fingerprint: str,
    initial: SystemState,
    layers: Mapping[tuple[int, ...], Layer],
) -> str:
    """The text of a file: the whole diagram of p players.

    Raises ValueError if a rotation of the players changes a step. Under the shipped
    axioms none does.
    """
    lines = [_head(p, fingerprint), _line(_INITIAL, state_fields(initial))]
    for still_in, layer in sorted(layers.items()):
        home, seats = _home(still_in, p)
        if rotate_layer(layers.get(home, {}), p, seats) != layer:
            raise ValueError(f"the layers of players {still_in} and {home} differ")
        if not seats:
            lines.append(_line(_name(still_in), layer_fields(layer)))
    return "\n".join([*lines, ""])


def rotate_layer(layer: Layer, p: int, seats: int) -> Layer:
    """Return the layer with all players rotated by so many seats."""
    from mystpy.engines.transition_system.orbits import (  # seldom needed
        renamed_state,
        renamed_steps,
        rotation,
    )

    rename = rotation(p, seats)
    return {
        renamed_state(state, rename): renamed_steps(steps, rename)
        for state, steps in layer.items()
    }


def _home(still_in: tuple[int, ...], p: int) -> tuple[tuple[int, ...], int]:
    """The first of all rotations of some players, and the rotation that leads back."""
    turned = (tuple(sorted((j - 1 - k) % p + 1 for j in still_in)) for k in range(p))
    return min((players, k) for k, players in enumerate(turned))


def _head(p: int, fingerprint: str) -> str:
    return f"{p} players, format {FORMAT}, axioms {fingerprint}"


def _name(still_in: Iterable[int]) -> str:
    return ",".join(map(str, still_in)) or "-"


def _line(name: str, plain: Any) -> str:
    text = json.dumps(plain, separators=(",", ":"))
    return f"{name} {_hash(text)} {text}"


def _hash(text: str) -> str:
    return text_hash(text.encode())
