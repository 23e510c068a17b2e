"""Game actions: a question with an answer to it, and what others notice of them.

Definitions 9 to 14 of H. van Ditmarsch, *Knowledge games* (2000): quintuples
<q, Q, r, R, pub>, when they are executable and trivial, the four sorts of legal
actions, their frames, and their execution.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from mystpy.axiom_folder.signature import deal_atom
from mystpy.compilation import dataclass
from mystpy.kripke.construction import NameIndex
from mystpy.kripke.faults import ModelError, NotExecutable
from mystpy.kripke.model import Agent, Model, PointedModel
from mystpy.kripke.partition import Mask, Partition
from mystpy.kripke.update.action_model import EventFrame
from mystpy.kripke.update.product import update
from mystpy.language.atoms import Atom
from mystpy.language.nodes import Formula, Knows

NONE_OF_THEM = "none"
"""The name of the answer `Comp`: I have none of these cards."""


@dataclass(frozen=True, slots=True, eq=False)
class GameAction:
    """A game action <q, Q, r, R, pub> for a state (Definition 9).

    `question` has for each answer its name and the worlds in which it may be given, and
    `answer` is the name of the answer that is given. `publicity` has for each agent a
    partition of the answers. `make` checks these conditions.
    """

    asker: str
    question: Mapping[str, Mask]
    respondent: str
    answer: str
    publicity: Mapping[str, Partition]

    @classmethod
    def make(
        cls,
        model: Model,
        asker: Agent,
        question: Mapping[str, Mask],
        respondent: Agent,
        answer: str,
        publicity: Mapping[str, Partition],
    ) -> GameAction:
        """Return the game action for the states of a model.

        Raises ModelError if the question does not cover the worlds, if an answer is not
        a union of classes of the respondent, or if the given answer is none of them. It
        is also raised unless the publicity has an equivalence for each agent, the
        identity for the respondent.
        """
        for agent in (asker, respondent):
            model.relation(agent)
        found = cls(str(asker), question, str(respondent), answer, publicity)
        found._covers(model)
        found._is_coarser(model)
        NameIndex(question, "answer").find(answer, "the answer given")
        frame = found.frame
        for agent in model.agents:
            frame.for_agent(agent)
        if frame.for_agent(found.respondent).count < len(question):
            raise ModelError(
                f"the respondent {respondent} knows which answer was given: "
                f"the publicity for {respondent} must tell all answers apart"
            )
        return found

    def _covers(self, model: Model) -> None:
        """Raise ModelError if a world is in no answer, or an answer has no world."""
        if not self.question:
            raise ModelError("the question has no answer")
        missed = np.flatnonzero(~np.any(list(self.question.values()), axis=0))
        if len(missed):
            raise ModelError(
                f"the question does not cover the model: no answer can be given "
                f"in the world {model.names[int(missed[0])]}"
            )
        for name, mask in self.question.items():
            if not mask.any():
                raise ModelError(
                    f"the answer {name!r} can be given in no world",
                    hint="leave it out: a question has only nonempty answers",
                )

    def _is_coarser(self, model: Model) -> None:
        """Raise ModelError if the respondent cannot tell when an answer is true."""
        relation = model.knowledge(self.respondent)
        for name, mask in self.question.items():
            unsure = np.flatnonzero(mask & ~relation.inside(mask))
            if len(unsure):
                raise ModelError(
                    f"{self.respondent} cannot know that the answer {name!r} is true "
                    f"in the world {model.names[int(unsure[0])]}",
                    hint="an answer is a union of classes of the respondent",
                )

    @property
    def frame(self) -> EventFrame:
        """The frame (<Q,pub>,R), without who asks and who answers (Definition 13)."""
        events = tuple(self.question)
        return EventFrame(events, self.publicity, events.index(self.answer))

    def executable(self, state: PointedModel) -> bool:
        """Whether the answer contains the actual world (Definition 10)."""
        return bool(self.question[self.answer][state.point])

    def trivial(self, state: PointedModel) -> bool:
        """Return whether all know that this is the only true answer (Definition 12).

        For each agent the worlds in view are in the answer, and the actual world is
        in no other.
        """
        given = self.question[self.answer]
        only = [name for name, mask in self.question.items() if mask[state.point]]
        return only == [self.answer] and all(
            bool(given[relation.class_of(state.point)].all())
            for relation in state.model.relations
        )

    def execute(self, state: PointedModel) -> PointedModel:
        """The next state (Definition 14).

        Raises NotExecutable that says why if the action is not executable.
        """
        return update(state, self)

    def extents(self, model: Model) -> list[Mask]:
        """For each answer the worlds in which it may be given."""
        return list(self.question.values())

    def changed(self, model: Model) -> dict[int, dict[str, Mask]]:
        """Nothing: no answer changes what is true."""
        return {}

    def refusal(self, state: PointedModel) -> NotExecutable:
        """The error for a state in which the answer is not true."""
        could = [name for name, mask in self.question.items() if mask[state.point]]
        return NotExecutable(
            f"the action is not executable: the answer {self.answer!r} is not "
            f"true in the actual world {state.name}",
            hint=f"true there: {', '.join(could)}",
        )


def shown_to(
    agents: Iterable[str], answers: Iterable[str], within: Iterable[Agent]
) -> dict[str, Partition]:
    """Return the publicity `show`: the agents of `within` distinguish all answers.

    The others distinguish only `none` from the rest (Definition 11).
    """
    names = list(answers)
    inside = {str(agent) for agent in within}
    apart = Partition.identity(len(names))
    alike = Partition.of_keys(name == NONE_OF_THEM for name in names)
    return {agent: apart if agent in inside else alike for agent in agents}


def to_all(agents: Iterable[str], answers: Iterable[str]) -> dict[str, Partition]:
    """The publicity `id`: all agents tell all answers apart."""
    apart = Partition.identity(len(list(answers)))
    return dict.fromkeys(agents, apart)


def players_only(*agents: Agent) -> None:
    """Raise ModelError if one who is to ask, show or answer is the table."""
    if "0" in map(str, agents):
        raise ModelError(
            "player 0 is the table, which cannot ask, show or answer "
            "(Knowledge games, Definition 9)",
            hint="the players are numbered from 1",
        )


def _holding(model: Model, player: Agent, card: str) -> Mask:
    """The classes of a player's relation in which the player holds a card."""
    return model.knowledge(player).inside(model.truth(Atom(deal_atom(player, card))))


def _request(
    model: Model,
    asker: Agent,
    respondent: Agent,
    cards: Iterable[str],
    answer: str,
    seers: Iterable[Agent] | None = None,
) -> GameAction:
    players_only(asker, respondent)
    wanted = dict.fromkeys(cards)
    if NONE_OF_THEM in wanted:
        raise ModelError(
            f"a card {NONE_OF_THEM} cannot be asked for: "
            f"{NONE_OF_THEM} is the answer to have none of the cards",
            hint="give the card another name",
        )
    question = {card: _holding(model, respondent, card) for card in wanted}
    rest = ~np.any(list(question.values()), axis=0) if question else None
    question[NONE_OF_THEM] = np.ones(len(model), np.bool_) if rest is None else rest
    if answer not in question:
        raise ModelError(f"the card {answer} was not asked for")
    if not question[answer].any():
        raise NotExecutable(
            f"player {respondent} can show {answer} in no world of the model"
            if answer in wanted
            else f"player {respondent} has one of these cards in every world"
        )
    question = {name: mask for name, mask in question.items() if mask.any()}
    within = (asker, respondent) if seers is None else seers
    publicity = shown_to(model.agents, question, within)
    return GameAction.make(model, asker, question, respondent, answer, publicity)


def show(
    model: Model,
    asker: Agent,
    respondent: Agent,
    cards: Iterable[str],
    card: str,
    seers: Iterable[Agent] | None = None,
) -> GameAction:
    """Return the action: the respondent shows one of these cards to the asker only.

    If `seers` are given, these see which card it is. Errors as for `GameAction.make`,
    ModelError if the card was not asked for, and NotExecutable if it can be shown in no
    world.
    """
    return _request(model, asker, respondent, cards, card, seers)


def noshow(
    model: Model, asker: Agent, respondent: Agent, cards: Iterable[str]
) -> GameAction:
    """Return the action: the respondent says that she has none of these cards.

    Raises NotExecutable if the respondent has one of them in every world.
    """
    return _request(model, asker, respondent, cards, NONE_OF_THEM)


def win(model: Model, player: Agent, goal: Formula | None = None) -> GameAction:
    """The player declares to know the deal, or else that the goal is true.

    Raises NotExecutable if the player can declare that in no world.
    """
    return _declaration(model, player, goal, "win")


def nowin(model: Model, player: Agent, goal: Formula | None = None) -> GameAction:
    """The player declares not to know the deal, or else not to know the goal.

    Raises NotExecutable if the player knows it in every world.
    """
    return _declaration(model, player, goal, "nowin")


def _declaration(
    model: Model, player: Agent, goal: Formula | None, answer: str
) -> GameAction:
    players_only(player)
    wins = knowing_deal(model, player) if goal is None else can_say(model, player, goal)
    question = {"win": wins, "nowin": ~wins}
    question = {name: mask for name, mask in question.items() if mask.any()}
    if answer not in question:
        where = "in no world" if answer == "win" else "in every world"
        raise NotExecutable(f"player {player} can win {where} of the model")
    publicity = to_all(model.agents, question)
    return GameAction.make(model, player, question, player, answer, publicity)


def knowing_deal(model: Model, player: Agent) -> Mask:
    """The worlds in which a player knows which atoms are true, so the deal."""
    return knowing(model, player, model.atoms)


def knowing(model: Model, player: Agent, atoms: Iterable[str]) -> Mask:
    """The worlds in which a player knows of each of these atoms whether it is true."""
    relation = model.knowledge(player)
    known = np.ones(len(model), np.bool_)
    for atom in atoms:
        mask = model.truth(Atom(atom))
        known &= relation.inside(mask) | relation.inside(~mask)
    return known


def can_say(model: Model, player: Agent, goal: Formula) -> Mask:
    """The worlds in which a player knows that the goal is true."""
    return model.truth(Knows(str(player), goal))
