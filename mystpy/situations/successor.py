"""Who is next: the function incp, as the list (2.6) of the axiom files has it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mystpy.axiom_folder import cached_by_theory
from mystpy.engines.programs.run import first_answer
from mystpy.game.game import Game, facts


@cached_by_theory()
def incp(p: int) -> Mapping[int, int]:
    """For each of p players the player who is next, from the axiom files."""
    text = f"{facts(Game.myst(1, 1, p, 1))}#show. #show incp/2.\n"
    atoms = first_answer(("s2_01_constants.lp",), text) or ()
    pairs = [atom.removeprefix("incp(").rstrip(")").split(",") for atom in atoms]
    listed = sorted((int(i), int(j)) for i, j in pairs)
    following = dict(listed)
    assert len(following) == len(listed), "one player is next to each"
    return MappingProxyType(following)


def others_after(p: int, player: int) -> list[int]:
    """The other players, in the order in which they follow the player."""
    found, following = list[int](), incp(p)
    nearest = following[player]
    while nearest != player and nearest not in found:
        found.append(nearest)
        nearest = following[nearest]
    return found
