"""The ways to play: the report's nine conditions, and what it leaves open in them."""

from __future__ import annotations

from enum import StrEnum
from itertools import product

from mystpy.compilation import dataclass
from mystpy.kripke.my_number.board import Magic
from mystpy.kripke.my_number.sheets import CrossingOff


class Choice(StrEnum):
    """Where the question comes from.

    `STANDARD`: the top of the deck. Otherwise Kooi's choice: the mover takes from the
    whole deck the question whose answer splits the worlds as the rule says; over
    `POSSIBLE`, those that somebody considers possible in the true state, or over
    `FULL`, all worlds of the model.
    """

    STANDARD = "standard"
    POSSIBLE = "possible worlds"
    FULL = "full model"


class SplitRule(StrEnum):
    """Which split is taken; among equals the question that lies higher in the deck.

    `LEAST` and `MOST` information gain; `PARTS`: most parts, that is any question of
    which both answers are possible; `REMOVED`: least worlds that the true answer
    removes.
    """

    LEAST = "least"
    MOST = "most"
    PARTS = "parts"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class PlayCondition:
    """One way to play.

    The rule matters with Kooi's choice only; what is crossed off differs without
    epistemagic only.
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
    """The source's nine conditions, in its order, with a rule for Kooi's choice.

    In the first three, which are without epistemagic, this is crossed off.
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
    """The conditions with every rule, and both things that may be crossed off: 37.

    The standard game has no rule; in it numbers are crossed off in both ways.
    """
    made = product(SplitRule, (CrossingOff.WORLDS, CrossingOff.NUMBERS))
    found = [c for rule, crossing in made for c in conditions(rule, crossing)]
    found.append(conditions(crossing=CrossingOff.AGAIN)[0])
    found.sort(key=lambda c: c.choice is not Choice.STANDARD)
    found.sort(key=lambda c: c.rule if c.choice is not Choice.STANDARD else "")
    return list(dict.fromkeys(found))
