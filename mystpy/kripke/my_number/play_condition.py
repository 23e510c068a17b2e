"""The conditions of play: the report's nine, with the choices that it leaves open."""

from __future__ import annotations

from enum import StrEnum
from itertools import product

from mystpy.compilation import dataclass
from mystpy.kripke.my_number.board import Magic
from mystpy.kripke.my_number.sheets import CrossingOff


class Choice(StrEnum):
    """Where the question comes from.

    `STANDARD`: the top card of the deck. Otherwise the mover chooses as Kooi proposes:
    the question of the whole deck whose answer splits the worlds according to the rule.
    For `POSSIBLE` these are the worlds that somebody considers possible in the true
    state, for `FULL` all worlds of the model.
    """

    STANDARD = "standard"
    POSSIBLE = "possible worlds"
    FULL = "full model"


class SplitRule(StrEnum):
    """The split that is chosen; ties go to the question higher in the deck.

    `LEAST` and `MOST`: information gain; `PARTS`: the most parts, that is any question
    both of whose answers are possible; `REMOVED`: the fewest worlds removed by the true
    answer.
    """

    LEAST = "least"
    MOST = "most"
    PARTS = "parts"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class PlayCondition:
    """One way to play.

    The rule matters only with Kooi's choice; the method of crossing off matters only
    without epistemagic.
    """

    magic: Magic
    choice: Choice
    rule: SplitRule = SplitRule.MOST
    crossing: CrossingOff = CrossingOff.WORLDS

    @property
    def number(self) -> int:
        """The number of the condition in the report: 1 to 9."""
        return 1 + list(product(Magic, Choice)).index((self.magic, self.choice))

    def __str__(self) -> str:
        """For example `once, full model`."""
        return f"{self.magic}, {self.choice}"


def conditions(
    rule: SplitRule = SplitRule.MOST, crossing: CrossingOff = CrossingOff.WORLDS
) -> list[PlayCondition]:
    """Return the source's nine conditions, in its order, with a rule for Kooi's choice.

    In the first three, which are without epistemagic, `crossing` is crossed off.
    """
    return [
        PlayCondition(
            magic,
            way,
            SplitRule.MOST if way is Choice.STANDARD else rule,
            crossing if magic is Magic.NONE else CrossingOff.WORLDS,
        )
        for magic, way in product(Magic, Choice)
    ]


def all_conditions() -> list[PlayCondition]:
    """Return the 37 conditions: with every rule, and both methods of crossing off.

    The standard game has no rule; in it numbers are crossed off in both ways.
    """
    made = product(SplitRule, (CrossingOff.WORLDS, CrossingOff.NUMBERS))
    found = [c for rule, crossing in made for c in conditions(rule, crossing)]
    found.append(conditions(crossing=CrossingOff.AGAIN)[0])
    found.sort(key=lambda c: c.choice is not Choice.STANDARD)
    found.sort(key=lambda c: c.rule if c.choice is not Choice.STANDARD else "")
    return list(dict.fromkeys(found))
