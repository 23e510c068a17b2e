"""A situation of MYST or Clue as a finite model, with formulas about it.

The worlds are those of the public history, listed by the engine "worlds": what is given
of hands and shown cards leaves none of them out, since others do not know it. It names
the actual world if a single one fits it, otherwise the atom `given` is true in those
that do. Programs for Kripke models can be asked then.
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
"""The atom that is true in the worlds that fit what is given."""


class SituationModel(NamedTuple):
    """A situation as a state of a model, and formulas in the words of that model.

    `fitting` has the worlds that fit what is given, shape (worlds,).
    """

    state: ModelState
    formulas: tuple[Formula, ...]
    fitting: Mask

    def questions(self) -> tuple[tuple[Formula, ...], ...]:
        """What has to be true everywhere, for each formula.

        Where the actual world is known that is the formula, there. Otherwise it is that
        what is given implies it, and that it implies the contrary: the formula is true
        if the first is valid, false if the second is, and undetermined if neither is.
        """
        if self.state.point is not None:
            return tuple((each,) for each in self.formulas)
        given = Atom(GIVEN)
        return tuple(
            (Implies(given, each), Implies(given, Not(each))) for each in self.formulas
        )


def situation_model(history: History, formulas: Iterable[Formula]) -> SituationModel:
    """The model of a situation, with these formulas of the game in its words.

    Agents are the players by number; atoms say who has which card, `h(k,x)`, and other
    fluents that the formulas speak of. Raises NoWorldFits if no world fits what is
    given; QueryError for a formula about other situations; ModelError for too many
    worlds, and where results of guesses are private, which the atoms do not say.
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
    """All worlds, and whether each fits. Raises ModelError, see `situation_model`."""
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
    """The atoms: who has which card, and the fluents of some formulas."""
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
