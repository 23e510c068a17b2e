"""Where formulas are compared: situations with all their worlds, and Kripke models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mystpy.bits import members
from mystpy.compilation import dataclass
from mystpy.conjectures.truth import holds
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

    stage: EpistemicState
    said: str

    def truth(self, text: str) -> list[bool]:
        """The truth value of a formula in each world.

        Raises ParseError and QueryError: whose formula it is, is not known here.
        """
        node = read_formula(text, self.stage.game)
        found = holds(node, self.stage, {})
        return [bool(found >> w & 1) for w in members(self.stage.full)]

    def witness(self, world: int, said: str) -> ExerciseWitness:
        """A world of it: the deal, with the cards shown, and what was done."""
        number = list(members(self.stage.full))[world]
        history = self.stage.history(number)
        where = f"after {self.said}" if self.said else "at the start"
        words = f"{said} {where}, in the deal {deal_text(history)}"
        return ExerciseWitness(
            words, facts_of(history), picture_of(self.stage, number), history
        )


@dataclass(frozen=True, eq=False)
class ModelContext:
    """A Kripke model."""

    stage: ModelState

    def truth(self, text: str) -> list[bool]:
        """The truth value of a formula in each world; errors as for situations."""
        return [bool(x) for x in self.stage.model.truth(text).tolist()]

    def witness(self, world: int, said: str) -> ExerciseWitness:
        """A world of it, and the atoms that are true there."""
        model = self.stage.model
        true = ", ".join(model.true_at(world)) or "no atom"
        name = model.names[world]
        return ExerciseWitness(
            f"{said} in the world {name}, where {true} is true",
            {"world": name, "true": list(model.true_at(world))},
            drawn_world(self.stage, world),
        )


ComparisonContext = SituationContext | ModelContext
"""Worlds in which formulas are true or false."""


def drawn_world(stage: ModelState, world: int | None = None) -> ModelState | None:
    """A model as it is drawn, with a world as the actual one; None if it is large."""
    if len(stage.model) > DRAWN:
        return None
    from mystpy.kripke.files.model_state import ModelState

    return ModelState(stage.model, stage.point if world is None else world)


def read_formula(text: str, game: Game) -> Formula:
    """The formula of an exercise, of situations of a game. Errors as it is parsed."""
    return parse_conjecture(text, games=(game,))


def stage_of(history: History) -> EpistemicState:
    """The worlds that fit a history, its hands too; of shows not seen, every card.

    Raises QueryError if there are too many deals, or if no world is left.
    """
    stage = public_stage(history)
    return stage.among(_given(stage, history))


def public_stage(history: History) -> EpistemicState:
    """All worlds after what everybody has seen of a history; errors as `stage_of`.

    Its hands tell how a guess was, and nothing else.
    """
    game = history.game
    if game.deal_count() > MAX_DEALS_OF_EXERCISE:
        raise QueryError(f"there are {game.deal_count():,} deals: too many to list")
    stage = EpistemicState.start(game)
    for number, action in enumerate(history.actions, 1):
        done = history.prefix(number)
        found = [r for r in stage.after(Event.of(action, game)) if _meant(r, action)]
        found = [r for r in found if _given(r.stage, done)]
        if not found:
            raise QueryError(f"{action} cannot be done in the history that is given")
        if len(found) > 1:
            raise QueryError(f"give what is left open by {action}, such as its card")
        stage = found[0].stage
    return stage


def _meant(reached: SuccessorState, action: object) -> bool:
    """Whether a step leads where an action leads; a show of a card all see is one."""
    if isinstance(action, Shows) and action.card is not None:
        last = reached.stage.events[-1]
        mask = 1 << reached.stage.game.deck[action.card]
        return last.cards in (0, mask)
    return True


def _given(stage: EpistemicState, history: History) -> int:
    """The worlds of a stage that agree with the hands and the cards that are given."""
    game, kept = stage.game, stage.full
    for holder, hand in enumerate(history.hands):
        for card in hand or ():
            kept &= stage.held(holder, game.deck[card])
    shows = [a for a in history.actions if isinstance(a, Shows)]
    if not stage.frame.shows_public:
        for place, show in enumerate(shows):
            if show.card is not None:
                mask = 1 << game.deck[show.card]
                for w in members(kept):
                    if stage.shown[w][place] != mask:
                        kept &= ~(1 << w)
    return kept


def scenes(exercise: Exercise) -> list[ComparisonContext]:
    """The situations or the models of an exercise. Raises QueryError."""
    table, file = exercise.table, exercise.file
    if "model" in table:
        return [ModelContext(model_stage(exercise))]
    found: list[ComparisonContext] = []
    for text in file.strings(table, "histories") or ("",):
        history = file.with_location(
            History.make, exercise.game, file.inner(table, "hands"), text
        )
        found.append(
            SituationContext(
                file.with_location(stage_of, history), " ".join(text.split())
            )
        )
    return found


def model_stage(exercise: Exercise) -> ModelState:
    """The model of an exercise; after its steps, what can be reached from the point."""
    from mystpy.kripke.files.model_file import read_model
    from mystpy.kripke.files.model_state import ModelState, stages
    from mystpy.kripke.model import PointedModel

    table = exercise.file.inner(exercise.table, "model")
    found = list(stages(read_model(model_source(table, exercise.file))))
    for stage in found:
        if stage.refused is not None:
            raise exercise.file.fault(f"a step cannot happen: {stage.refused}")
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


def picture_of(stage: EpistemicState, world: int) -> ModelState | None:
    """The worlds of a stage as a model with an actual world, if they can be drawn."""
    if stage.size > DRAWN:
        return None
    try:
        from mystpy.kripke.files.model_state import ModelState
        from mystpy.kripke.from_state import worlds_model
        from mystpy.kripke.model import Model
    except ModuleNotFoundError:  # in a browser there may be no numpy: words will do
        return None
    kept = list(members(stage.full))
    whole = SuccessorState(stage, range(len(stage.worlds)), stage.full).compact().stage
    model = worlds_model(whole)
    names = [_name(stage.history(w)) for w in kept]
    if len(set(names)) < len(names):
        names = [f"{name} #{k}" for k, name in enumerate(names, 1)]
    named = Model(names, model.agents, model.relations, model.valuation)
    return ModelState(named, kept.index(world))


def drawn_deal(history: History) -> ModelState | None:
    """The worlds that what was seen leaves, with the deal of a history as the actual.

    None if they are too many, or the history cannot be.
    """
    try:
        here, whole = stage_of(history), public_stage(history)
    except QueryError:
        return None
    if not here.full:
        return None
    return picture_of(whole, next(iter(members(here.full))))


def _name(history: History) -> str:
    deck = history.game.deck
    hands = (sorted(hand or (), key=deck.__getitem__) for hand in history.hands)
    return "|".join(" ".join(hand) for hand in hands)
