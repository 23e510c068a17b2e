"""Where formulas are compared: situations with all their worlds, and Kripke models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mystpy.bits import members
from mystpy.compilation import dataclass
from mystpy.conjectures.truth import holds
from mystpy.engines import DEFAULT, get_engine
from mystpy.engines.base import Engine
from mystpy.errors import QueryError
from mystpy.exercises.exercise import Exercise, ExerciseWitness
from mystpy.files.table import TomlFile
from mystpy.files.toml import toml_rows
from mystpy.game.game import Game
from mystpy.history.actions import Shows
from mystpy.history.history import History
from mystpy.language.decidable import parse_conjecture
from mystpy.language.nodes import Formula
from mystpy.situations.epistemic_state import EpistemicState, SuccessorState
from mystpy.situations.event import Event
from mystpy.thresholds import MAX_DEALS_OF_EXERCISE

if TYPE_CHECKING:  # models are loaded where there are some: the rest needs no numpy
    from mystpy.kripke.files.model_state import ModelState

DRAWN = 24
"""With more worlds no picture is drawn."""


@dataclass(frozen=True, eq=False)
class SituationContext:
    """A situation of a game with all its worlds."""

    state: EpistemicState
    said: str

    def truth(self, text: str) -> list[bool]:
        """The truth value of a formula in each world.

        Raises ParseError and QueryError: whose formula it is, is not known here.
        """
        node = read_formula(text, self.state.game)
        found = holds(node, self.state, {})
        return [bool(found >> w & 1) for w in members(self.state.full)]

    def witness(self, world: int, said: str) -> ExerciseWitness:
        """A world of it: the deal, with the cards shown, and what was done."""
        number = list(members(self.state.full))[world]
        history = self.state.history(number)
        where = f"after {self.said}" if self.said else "at the start"
        words = f"{said} {where}, in the deal {deal_text(history)}"
        return ExerciseWitness(
            words, facts_of(history), picture_of(self.state, number), history
        )


@dataclass(frozen=True, eq=False)
class ModelContext:
    """A Kripke model."""

    state: ModelState

    def truth(self, text: str) -> list[bool]:
        """The truth value of a formula in each world; errors as for situations."""
        return [bool(x) for x in self.state.model.truth(text).tolist()]

    def witness(self, world: int, said: str) -> ExerciseWitness:
        """A world of it, and the atoms that are true there."""
        model = self.state.model
        true = ", ".join(model.true_at(world)) or "no atom"
        name = model.names[world]
        return ExerciseWitness(
            f"{said} in the world {name}, where {true} is true",
            {"world": name, "true": list(model.true_at(world))},
            drawn_world(self.state, world),
        )


ComparisonContext = SituationContext | ModelContext
"""Worlds in which formulas are true or false."""


def drawn_world(state: ModelState, world: int | None = None) -> ModelState | None:
    """A model as it is drawn, with a world as the actual one; None if it is large."""
    if len(state.model) > DRAWN:
        return None
    from mystpy.kripke.files.model_state import ModelState

    return ModelState(state.model, state.point if world is None else world)


def lists_deals(game: Game) -> bool:
    """Whether a game has so few deals that they can be listed."""
    return game.deal_count() <= MAX_DEALS_OF_EXERCISE


def engine_for(game: Game) -> Engine:
    """The engine by which answers about a game are judged."""
    return get_engine("worlds" if lists_deals(game) else DEFAULT)


def read_formula(text: str, game: Game) -> Formula:
    """The formula of an exercise, of situations of a game. Errors as it is parsed."""
    return parse_conjecture(text, games=(game,))


def fitting_state(history: History) -> EpistemicState:
    """The worlds that fit a history, its hands too; of shows not seen, every card.

    Raises QueryError if there are too many deals, or if no world is left.
    """
    state = public_state(history)
    return state.among(_given(state, history))


def public_state(history: History) -> EpistemicState:
    """All worlds after what everybody has seen of a history; errors as `fitting_state`.

    Its hands tell how a guess was, and nothing else.
    """
    game = history.game
    if not lists_deals(game):
        raise QueryError(f"there are {game.deal_count():,} deals: too many to list")
    state = EpistemicState.start(game)
    for number, action in enumerate(history.actions, 1):
        done = history.prefix(number)
        found = [r for r in state.after(Event.of(action, game)) if _meant(r, action)]
        found = [r for r in found if _given(r.state, done)]
        if not found:
            raise QueryError(f"{action} cannot be done in the history that is given")
        if len(found) > 1:
            raise QueryError(f"give what is left open by {action}, such as its card")
        state = found[0].state
    return state


def _meant(reached: SuccessorState, action: object) -> bool:
    """Whether a step leads where an action leads; a show of a card all see is one."""
    if isinstance(action, Shows) and action.card is not None:
        last = reached.state.events[-1]
        mask = 1 << reached.state.game.deck[action.card]
        return last.cards in (0, mask)
    return True


def _given(state: EpistemicState, history: History) -> int:
    """The worlds of a state that agree with the hands and the cards that are given."""
    game, kept = state.game, state.full
    for holder, hand in enumerate(history.hands):
        for card in hand or ():
            kept &= state.held(holder, game.deck[card])
    shows = [a for a in history.actions if isinstance(a, Shows)]
    if not state.frame.shows_public:
        for place, show in enumerate(shows):
            if show.card is not None:
                mask = 1 << game.deck[show.card]
                for w in members(kept):
                    if state.shown[w][place] != mask:
                        kept &= ~(1 << w)
    return kept


def contexts(exercise: Exercise) -> list[ComparisonContext]:
    """The situations or the models of an exercise. Raises QueryError."""
    table, file = exercise.table, exercise.file
    if "model" in table:
        return [ModelContext(model_state(exercise))]
    found: list[ComparisonContext] = []
    for text in file.strings(table, "histories") or ("",):
        history = file.with_location(
            History.make, exercise.game, file.inner(table, "hands"), text
        )
        found.append(
            SituationContext(
                file.with_location(fitting_state, history), " ".join(text.split())
            )
        )
    return found


def model_state(exercise: Exercise) -> ModelState:
    """The model of an exercise; after its steps, what can be reached from the point."""
    from mystpy.kripke.files.model_file import read_model
    from mystpy.kripke.files.model_state import ModelState, stages
    from mystpy.kripke.model import PointedModel

    table = exercise.file.inner(exercise.table, "model")
    found = list(stages(read_model(model_source(table, exercise.file))))
    for state in found:
        if state.refused is not None:
            raise exercise.file.fault(f"a step cannot happen: {state.refused}")
    last = found[-1]
    if last.point is None or len(found) == 1:
        return last
    reached = PointedModel(last.model, last.point).generated()
    return ModelState(reached.model, reached.point)


def model_source(table: Mapping[str, object], file: TomlFile) -> TomlFile:
    """A table of an exercise as the model file that it is."""
    from mystpy.kripke.files.model_file import model_text

    return model_text("\n".join(toml_rows(table)), file.called)


def facts_of(history: History) -> dict[str, object]:
    """A deal and a history as programs read them."""
    hands = {
        str(k): sorted(hand, key=history.game.deck.__getitem__)
        for k, hand in enumerate(history.hands)
        if hand is not None
    }
    return {"hands": hands, "history": history.text().replace("\n", " ")}


def deal_text(history: History) -> str:
    """A deal in words: the pile and the hands."""
    names = ["pile", *(f"{i}" for i in history.game.holder_names[1:])]
    deck = history.game.deck
    return " ".join(
        f"{name}: {','.join(sorted(hand or (), key=deck.__getitem__)) or 'nothing'};"
        for name, hand in zip(names, history.hands, strict=True)
    ).rstrip(";")


def picture_of(state: EpistemicState, world: int) -> ModelState | None:
    """The worlds of a state as a model with an actual world, if they can be drawn."""
    if state.size > DRAWN:
        return None
    try:
        from mystpy.kripke.files.model_state import ModelState
        from mystpy.kripke.from_state import worlds_model
        from mystpy.kripke.model import Model
    except ModuleNotFoundError:  # in a browser there may be no numpy: words will do
        return None
    kept = list(members(state.full))
    whole = SuccessorState(state, range(len(state.worlds)), state.full).compact().state
    model = worlds_model(whole)
    names = [_name(state.history(w)) for w in kept]
    if len(set(names)) < len(names):
        names = [f"{name} #{k}" for k, name in enumerate(names, 1)]
    named = Model(names, model.agents, model.relations, model.valuation)
    return ModelState(named, kept.index(world))


def drawn_deal(history: History) -> ModelState | None:
    """The worlds that what was seen leaves, with the deal of a history as the actual.

    None if they are too many, or the history cannot be.
    """
    try:
        here, whole = fitting_state(history), public_state(history)
    except QueryError:
        return None
    if not here.full:
        return None
    return picture_of(whole, next(iter(members(here.full))))


def _name(history: History) -> str:
    deck = history.game.deck
    hands = (sorted(hand or (), key=deck.__getitem__) for hand in history.hands)
    return "|".join(" ".join(hand) for hand in hands)
