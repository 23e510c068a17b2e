"""A situation of MYST or Clue as a finite model, with formulas about it.

The worlds are those of the public history, listed by the engine "worlds". The given
hands and shown cards exclude none of them, since the other players do not know these.
The model names the actual world if exactly one world fits the given facts; otherwise
the atom `given` is true in those that do. Tools for Kripke models can then be used.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from mystpy.axiom_folder.signature import deal_atom
from mystpy.compilation import NamedTuple, replace
from mystpy.engines.base import no_deal
from mystpy.engines.world_count import world_bound
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.engines.worlds.model import ExplicitModel
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.model_state import ModelState
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Mask, Partition
from mystpy.language.atoms import Atom, Constant, Fluent, H
from mystpy.language.decidable import ground
from mystpy.language.expand import expand
from mystpy.language.nodes import Formula, GroupModal, Implies, Not, PlayerModal
from mystpy.language.subformulas import children, is_past, walk, with_children
from mystpy.views import LIMIT

GIVEN = "given"
"""The atom that is true in the worlds that fit the given facts."""


class SituationModel(NamedTuple):
    """A situation as a state of a model, and formulas in the words of that model.

    `fitting` has the worlds that fit the given facts, shape (worlds,).
    """

    state: ModelState
    formulas: tuple[Formula, ...]
    fitting: Mask

    def questions(self) -> tuple[tuple[Formula, ...], ...]:
        """Return for each formula the formulas that have to be valid.

        If the actual world is known, there is one: the formula holds there. Otherwise
        the first says that the given facts imply the formula, and the second that they
        imply its negation. The formula is true if the first is valid, false if the
        second is, and undetermined if neither is.
        """
        if self.state.point is not None:
            return tuple((each,) for each in self.formulas)
        given = Atom(GIVEN)
        return tuple(
            (Implies(given, each), Implies(given, Not(each))) for each in self.formulas
        )


def situation_model(history: History, formulas: Iterable[Formula]) -> SituationModel:
    """Return the model of a situation, with these formulas of the game in its words.

    Agents are the players by number; the atoms are `h(k,x)`, for the holder of each
    card, and other fluents that the formulas mention. Raises NoWorldFits if no world
    fits the given facts; QueryError for a formula about other situations; ModelError if
    there are too many worlds, or if results of guesses are private, which no atom
    expresses.
    """
    game = history.game
    asked = [expand(ground(each, game), game) for each in formulas]
    for each in asked:
        if is_past(each):
            raise QueryError(
                f"{each} speaks of earlier situations, and a model has only this one"
            )
    found, fits = _listed(history)
    fitting = np.array(fits, np.bool_)
    if not fitting.any():
        raise no_deal()
    actual = np.flatnonzero(fitting)
    point = int(actual[0]) if len(actual) == 1 else None
    valuation = _valuation(found, asked, game)
    if point is None:
        valuation[GIVEN] = fitting
    model = Model(
        names=[f"w{k}" for k in range(len(found))],
        agents=tuple(str(i) for i in range(1, game.p + 1)),
        relations=tuple(Partition.of_keys(found.view(i)) for i in range(1, game.p + 1)),
        valuation=valuation,
    )
    spoken = tuple(map(_in_model, asked))
    return SituationModel(ModelState(model, point), spoken, fitting)


def _listed(history: History) -> tuple[ExplicitModel, list[bool]]:
    """Return all worlds, and whether each fits; raises ModelError."""
    most = world_bound(history)
    if most > LIMIT:
        raise ModelError(
            f"up to {most:,} worlds would be listed, and at most {LIMIT:,} are",
            hint="mystpy ask answers formulas about them without a list",
        )
    found, fits = WorldsEngine().explicit_model(history)
    if found.results:
        raise ModelError(
            "who guessed saw the result alone, and a model has no such atom"
        )
    return found, fits


def _valuation(
    found: ExplicitModel, asked: Sequence[Formula], game: Game
) -> dict[str, Mask]:
    """Return the atoms: the holder of each card, and the fluents of some formulas."""
    atoms: dict[str, Formula] = {
        deal_atom(k, card): H(k, card) for k in game.holders for card in game.cards
    }
    for node in (node for each in asked for node in walk(each)):
        if isinstance(node, Fluent):
            atoms.setdefault(str(node), node)
    return {
        name: np.frombuffer(found.atom(atom), np.uint8).astype(np.bool_)
        for name, atom in atoms.items()
    }


def _in_model(f: Formula) -> Formula:
    """A formula without quantifiers, with the atoms and agents of the model."""
    match f:
        case H(holder, card):
            return Atom(deal_atom(holder, card))
        case Fluent():
            return Atom(str(f))
        case Constant():
            return f
    below = [_in_model(part) for part in children(f)]
    spoken = with_children(f, below) if below else f
    if isinstance(spoken, PlayerModal):
        return replace(spoken, agent=str(spoken.agent))
    if isinstance(spoken, GroupModal):
        return replace(spoken, group=tuple(map(str, spoken.members)))
    return spoken
