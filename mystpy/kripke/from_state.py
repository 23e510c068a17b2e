"""Public histories as game actions, done in the model of all deals at once.

Each action of a history is a game action of *Knowledge games*, as `from_history` has
it, and the model is its product with the frame of that action. All worlds of a state
are followed at once: each has its image, the pair of the image of the world it comes
from and of the answer that was given in it.
"""

from __future__ import annotations

from functools import cached_property
from itertools import product as pairs_of

import numpy as np

from mystpy.axiom_folder.signature import deal_atom
from mystpy.bits import members
from mystpy.compilation import dataclass
from mystpy.game.game import Game
from mystpy.history.actions import Shows
from mystpy.history.history import History
from mystpy.kripke.faults import ModelError
from mystpy.kripke.from_history import actions_of, start
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Mask, Partition
from mystpy.kripke.refinement.contraction import bisimulation, together
from mystpy.kripke.update.game_actions import GameAction
from mystpy.kripke.update.product import product
from mystpy.language.atoms import Atom
from mystpy.language.nodes import Formula, Knows, Not, Or
from mystpy.situations.epistemic_state import EpistemicState, SuccessorState
from mystpy.situations.explore import ExplorationStep


class ActionRefused(Exception):
    """In some world the game action cannot be done, although the action can."""

    def __init__(self, world: int) -> None:
        super().__init__(f"world {world}")
        self.world = world


def worlds_model(state: EpistemicState) -> Model:
    """The worlds of a state as a model for the players."""
    size = state.size
    return Model(
        names=[str(w) for w in range(size)],
        agents=tuple(map(str, state.players)),
        relations=tuple(Partition.of_keys(state.alike[i]) for i in state.players),
        valuation={
            deal_atom(k, card): _mask(state.held(k, x), size)
            for k in state.game.holders
            for card, x in state.game.deck.items()
        },
    )


def _mask(worlds: int, size: int) -> Mask:
    found = np.zeros(size, np.bool_)
    found[list(members(worlds))] = True
    return found


@dataclass(frozen=True, eq=False)
class UpdatedState:
    """A state, a model with the table as an agent, and the images of the worlds."""

    state: EpistemicState
    model: Model
    images: list[int]

    @classmethod
    def start(cls, state: EpistemicState) -> UpdatedState:
        """The initial model of all deals."""
        model = start(state.history(0)).model
        names = {model.true_at(k): k for k in range(len(model))}
        worlds = worlds_model(state)
        atoms = [
            tuple(a for a in model.atoms if worlds.valuation[a][w])
            for w in range(len(worlds))
        ]
        return cls(state, model, [names[true] for true in atoms])

    def after(
        self,
        step: ExplorationStep[EpistemicState, SuccessorState],
        *,
        nowin: bool = False,
        lenient: bool = False,
    ) -> UpdatedState:
        """Return the product with the game action that corresponds to a step.

        Only what can be reached from the images is kept. Raises Refused if the action
        can be done in a world and the game action cannot; with `lenient`, such worlds
        get the image -1, unless there are no others.
        """
        before = [self.images[w] for w in step.way.parents]
        history = step.after.history(0)
        *_, made = actions_of(history, nowin=nowin)
        if made is None:
            return UpdatedState(step.after, self.model, before)
        try:
            action = made(self.model)
        except ModelError as error:
            raise ActionRefused(0) from error
        answers = _answers(step.after, history, action)
        extents = list(action.question.values())
        place = np.cumsum(np.stack(extents, axis=1)).reshape(len(self.model), -1) - 1
        images = []
        for w, (image, answer) in enumerate(zip(before, answers, strict=True)):
            done = bool(extents[answer][image])
            if not done and not lenient:
                raise ActionRefused(w)
            images.append(int(place[image, answer]) if done else -1)
        model = product(self.model, action.frame, extents)
        return UpdatedState(step.after, *_reached(model, images))

    @cached_property
    def of_players(self) -> Model:
        """The model for the players, without the table."""
        return self.model.of_agents(tuple(self.state.players))

    @cached_property
    def of_worlds(self) -> Model:
        """The worlds of the state as a model."""
        return worlds_model(self.state)

    def unlike(self) -> int | None:
        """Return a world that is not bisimilar to its image; None if all are."""
        both = together(self.of_worlds, self.of_players)
        kinds = bisimulation(both).numbers
        images = np.array(self.images) + self.state.size
        wrong = np.flatnonzero(kinds[: self.state.size] != kinds[images])
        return int(wrong[0]) if len(wrong) else None

    def isomorphic(self) -> bool:
        """Return whether the images are all worlds, once each, with the same views.

        The atoms are compared too.
        """
        one, other = self.of_worlds, self.of_players
        if sorted(self.images) != list(range(len(other))):
            return False
        images = np.array(self.images)
        return all(
            mask.tolist() == other.valuation[atom][images].tolist()
            for atom, mask in one.valuation.items()
        ) and all(
            one.relation(i) == other.relation(i).taken(images)
            for i in self.state.players
        )

    def told_apart(self) -> tuple[int, Formula, bool] | None:
        """Return a world, a formula with another value in its image, and its value.

        Only K of a literal, of two, and of K of a literal are tried; the last is the
        value in the world itself.
        """
        images = np.array(self.images)
        for formula in _formulas(self.state.game):
            here = self.of_worlds.truth(formula)
            there = self.of_players.truth(formula)[images]
            wrong = np.flatnonzero((here != there) & (images >= 0))
            if len(wrong):
                return int(wrong[0]), formula, bool(here[wrong[0]])
        return None


def _answers(state: EpistemicState, history: History, action: GameAction) -> list[int]:
    """For each world of a state the place of the answer that was given in it."""
    names = list(action.question)
    if isinstance(history.actions[-1], Shows):
        cards = state.game.cards
        return [names.index(cards[c[-1].bit_length() - 1]) for c in state.shown]
    return [names.index(action.answer)] * state.size


def _reached(model: Model, images: list[int]) -> tuple[Model, list[int]]:
    """Return the worlds that can be reached from some worlds, and their new numbers."""
    points = np.zeros(len(model), np.bool_)
    points[[image for image in images if image >= 0]] = True
    kept = model.linked().touching(points)
    place = np.cumsum(kept) - 1
    found = [int(place[image]) if image >= 0 else -1 for image in images]
    return model.restricted(kept), found


def _formulas(game: Game) -> list[Formula]:
    """Formulas to try, the shortest first."""
    atoms = [Atom(deal_atom(k, card)) for k in game.holders for card in game.cards]
    literals: list[Formula] = [*atoms, *map(Not, atoms)]
    players = [str(i) for i in range(1, game.p + 1)]
    found: list[Formula] = [Knows(i, x) for i, x in pairs_of(players, literals)]
    found += [Knows(i, Or((x, y))) for i in players for x, y in pairs_of(atoms, atoms)]
    found += [Knows(i, known) for i in players for known in found[: len(found)]]
    return found
