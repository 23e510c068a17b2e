"""Steps: announcements and actions as values, waiting for a state to happen in.

An action of *Knowledge games* is made for a state; a step in a file stands for
whatever action it is where it is done.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from mystpy.axiom_folder.signature import deal_atom
from mystpy.compilation import dataclass, field
from mystpy.kripke.faults import NotExecutable
from mystpy.kripke.model import Agent, Model, PointedModel
from mystpy.kripke.partition import Mask
from mystpy.kripke.refinement.contraction import contract, contract_model
from mystpy.kripke.update.action_model import (
    Action,
    private,
    public,
    publicity,
    secret,
    semi_private,
)
from mystpy.kripke.update.arrows import RemoveArrows
from mystpy.kripke.update.game_actions import (
    NONE_OF_THEM,
    GameAction,
    noshow,
    nowin,
    players_only,
    show,
    shown_to,
    to_all,
    win,
)
from mystpy.kripke.update.knowledge_actions import Learn
from mystpy.kripke.update.product import ActionStep, Happen, announce
from mystpy.language.junctions import simply
from mystpy.language.nodes import Formula


@dataclass(frozen=True, slots=True)
class Announce:
    """`announce(F)`: a truth is announced to all; worlds keep their names.

    `said`, here and below, is how the formula was written, before it was expanded.
    """

    formula: Formula
    said: str | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"announce({self.said or self.formula})"

    def after(self, state: PointedModel) -> PointedModel:
        """The state after it. Raises ModelError if it is false there."""
        return announce(state, self.formula, self.said)

    def on(self, model: Model) -> Model:
        """The model of the worlds where it is true. Raises NotExecutable if none."""
        mask = model.truth(self.formula)
        if not mask.any():
            raise NotExecutable(f"{self.said or self.formula} is true in no world")
        return model.restricted(mask)


TELLING = {"tell": semi_private, "whisper": private, "secret": secret}
"""The ways in which a group is told something."""


@dataclass(frozen=True, slots=True)
class Tell(ActionStep):
    """`tell([a],F)`: a group learns whether F, which is true, and all see that.

    `whisper([a],F)`: for all others nothing may have been said. `secret([a],F)`: for
    all others nothing is said, and they are wrong.
    """

    group: tuple[str, ...]
    formula: Formula
    word: str = "tell"
    said: str | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"{self.word}([{','.join(self.group)}],{self.said or self.formula})"

    def action(self, model: Model) -> Action:
        """The action for the agents of a model."""
        if set(self.group) == set(model.agents) and self.word == "tell":
            return public(self.formula, model.agents)
        return TELLING[self.word](self.formula, self.group, model.agents)

    def conditions(self, model: Model) -> list[str]:
        """When each event can happen, in words."""
        return self.action(model).conditions


class GameStep(ActionStep):
    """A step that is some game action in each model."""

    __slots__ = ()

    def action(self, model: Model) -> GameAction:
        """The game action for a model. Raises ModelError if there is none."""
        raise NotImplementedError

    def conditions(self, model: Model) -> list[str]:
        """When each answer can be given, in words."""
        return [self.condition(answer) for answer in self.action(model).question]

    def condition(self, answer: str) -> str:
        """When an answer can be given, in words."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Request(GameStep):
    """`show(q,r,{c,..},x)` or `noshow(q,r,{c,..})`: asked by q, answered by r."""

    asker: str
    respondent: str
    cards: tuple[str, ...]
    card: str | None = None

    def __str__(self) -> str:
        word = "noshow" if self.card is None else "show"
        last = "" if self.card is None else f",{self.card}"
        cards = ",".join(self.cards)
        return f"{word}({self.asker},{self.respondent},{{{cards}}}{last})"

    def condition(self, answer: str) -> str:
        """When an answer can be given, in words."""
        if answer == NONE_OF_THEM:
            return f"{self.respondent} has none"
        return deal_atom(self.respondent, answer)

    def action(self, model: Model) -> GameAction:
        """The game action for a model. Errors as for `show` and `noshow`."""
        if self.card is None:
            return noshow(model, self.asker, self.respondent, self.cards)
        return show(model, self.asker, self.respondent, self.cards, self.card)


@dataclass(frozen=True, slots=True)
class Declare(GameStep):
    """`win(q)` or `nowin(q)`: to know the deal or not; `win(q,F)`: to know F."""

    player: str
    wins: bool
    goal: Formula | None = None
    said: str | None = field(default=None, compare=False)

    def __str__(self) -> str:
        goal = "" if self.goal is None else f",{self.said or self.goal}"
        return f"{'win' if self.wins else 'nowin'}({self.player}{goal})"

    def condition(self, answer: str) -> str:
        """When an answer can be given, in words."""
        goal = "the deal" if self.goal is None else self.said or str(self.goal)
        return f"{self.player} {'knows' if answer == 'win' else 'does not know'} {goal}"

    def action(self, model: Model) -> GameAction:
        """The game action for a model. Errors as for `win` and `nowin`."""
        return (win if self.wins else nowin)(model, self.player, self.goal)


Classes = Mapping[str, list[list[str]]]


@dataclass(frozen=True, slots=True)
class GeneralQuestion(GameStep):
    """A question in general: answers with the formulas that are true where they are.

    `publicity` is `show`, `id`, or for each agent the classes of answers alike.
    """

    asker: str
    respondent: str
    question: Mapping[str, Formula]
    answer: str
    publicity: str | Classes

    def __str__(self) -> str:
        answers = ", ".join(f"{name}: {simply(f)}" for name, f in self.question.items())
        return f"{self.asker} asks {self.respondent} {{{answers}}}: {self.answer}"

    def condition(self, answer: str) -> str:
        """When an answer can be given, in words."""
        return simply(self.question[answer])

    def action(self, model: Model) -> GameAction:
        """The game action for a model. Errors as for `GameAction.make`."""
        players_only(self.asker, self.respondent)
        question: dict[str, Mask] = {
            name: model.truth(formula) for name, formula in self.question.items()
        }
        if self.publicity == "id":
            pub = to_all(model.agents, question)
        elif self.publicity == "show":
            pub = shown_to(model.agents, question, (self.asker, self.respondent))
        else:
            assert not isinstance(self.publicity, str)
            given: dict[Agent, list[list[str]]] = dict(self.publicity.items())
            pub = publicity(tuple(question), model.agents, given)
        return GameAction.make(
            model, self.asker, question, self.respondent, self.answer, pub
        )


@dataclass(frozen=True, slots=True)
class Contract:
    """`contract`: what nobody can tell apart becomes one world; nothing happens."""

    def __str__(self) -> str:
        return "contract"

    def after(self, state: PointedModel) -> PointedModel:
        """The smallest bisimilar state."""
        return contract(state)

    def on(self, model: Model) -> Model:
        """The smallest bisimilar model."""
        return contract_model(model)


@dataclass(frozen=True, slots=True)
class Expect:
    """`expect(F)`: nothing happens; F holds here, or the step is refused."""

    formula: Formula
    said: str | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"expect({self.said or self.formula})"

    def after(self, state: PointedModel) -> PointedModel:
        """The same state. Raises NotExecutable if the formula is false there."""
        if not state.holds(self.formula):
            raise NotExecutable(
                f"{self.said or self.formula} is false in the actual world {state.name}"
            )
        return state

    def on(self, model: Model) -> Model:
        """The same model. Raises NotExecutable if the formula is false somewhere."""
        for world in np.flatnonzero(~model.truth(self.formula))[:1].tolist():
            raise NotExecutable(
                f"{self.said or self.formula} is false in {model.names[world]}"
            )
        return model


Step = (
    Announce
    | Tell
    | Request
    | Declare
    | GeneralQuestion
    | Happen
    | Learn
    | RemoveArrows
    | Contract
    | Expect
)
