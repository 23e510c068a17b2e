"""Answers to deduction questions from the sentences alone: no axioms, no engine.

Deals are made by permutations, and the content of a turn is read from its English
sentence.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

from mystpy.positions.record import PositionQuestion

Deal = tuple[frozenset[str], ...]
Test = Callable[[Deal], bool]


class Reader:
    """A reader of a prompt, who draws conclusions for a player."""

    def __init__(self, question: PositionQuestion) -> None:
        text = question.prompt
        self.game = question.game
        self.names = ["the pile", *map(self.game.shown_as, self.game.players)]
        (name,) = re.findall(r"You are (\w+), and hold", text)
        self.me = self.names.index(name)
        (held,) = re.findall(r"and hold (.*?)\.\n", text)
        self.hand = frozenset(re.split(r", | and ", held))
        turns = re.findall(r"^Turn \d+: (.*)$", text, re.M)
        self.turns = [list(self._tests(turn)) for turn in turns]
        self.deals = list(self._deals())

    def _tests(self, turn: str) -> Iterator[Test]:
        (asked,) = re.findall(r"asked for (.*?)\.", turn)
        cards = frozenset(re.split(r", | or ", asked))
        for name in re.findall(r"(\w+) had none of them", turn):
            yield self._holds(name, cards, some=False)
        for name in re.findall(r"(\w+) showed \w+ one of them", turn):
            yield self._holds(name, cards, some=True)
        for name, card in re.findall(r"(\w+) showed \w+ the card (\w+)", turn):
            yield self._holds(name, frozenset([card]), some=True)

    def _holds(self, name: str, cards: frozenset[str], *, some: bool) -> Test:
        holder = self.names.index(name)
        return lambda deal: bool(deal[holder] & cards) is some

    def _deals(self) -> Iterator[Deal]:
        sorts = [
            [x for x in cards if x not in self.hand] for _, cards in self.game.sorts
        ]
        for pile in product(*sorts):
            rest = [x for x in self.game.cards if x not in self.hand and x not in pile]
            for others in self._dealt(rest, 1):
                yield (frozenset(pile), *others)

    def _dealt(self, rest: Sequence[str], player: int) -> Iterator[Deal]:
        if player == len(self.game.sizes):
            yield ()
        elif player == self.me:
            for others in self._dealt(rest, player + 1):
                yield (self.hand, *others)
        else:
            for hand in combinations(rest, self.game.sizes[player]):
                left = [x for x in rest if x not in hand]
                for others in self._dealt(left, player + 1):
                    yield (frozenset(hand), *others)

    def fitting(self, turns: Sequence[int] | None = None) -> list[Deal]:
        """Return the deals that fit some turns, or all."""
        chosen = range(len(self.turns)) if turns is None else turns
        tests = [test for k in chosen for test in self.turns[k]]
        return [deal for deal in self.deals if all(test(deal) for test in tests)]

    def answer(self, kind: str, ask: dict[str, Any]) -> object:
        """Return the answer to a question about this player's conclusions."""
        fits = self.fitting()
        match kind:
            case "count":
                return len(fits)
            case "cell":
                held = {ask["card"] in deal[ask["holder"]] for deal in fits}
                return "open" if len(held) > 1 else "yes" if held == {True} else "no"
            case "holders":
                return {
                    card: self.game.holder_names[k]
                    for card in self.game.cards
                    for k in self.game.holders
                    if k != self.me and all(card in deal[k] for deal in fits)
                }
            case "reason":
                return self._reasons(ask)
        return self._best(fits, ask["choices"])

    def _reasons(self, ask: dict[str, Any]) -> list[list[int]]:
        places = range(len(self.turns))
        for size in range(len(self.turns) + 1):
            found = [
                [k + 1 for k in chosen]
                for chosen in combinations(places, size)
                if all(
                    (ask["card"] in deal[ask["holder"]]) is ask["held"]
                    for deal in self.fitting(chosen)
                )
            ]
            if found:
                return found
        raise AssertionError("it does not follow")

    def _best(self, fits: Sequence[Deal], choices: dict[str, list[str]]) -> str:
        order = [(self.me - 1 + k) % self.game.p + 1 for k in range(1, self.game.p)]

        def left(cards: frozenset[str]) -> float:
            """Return the entropy of the pile once the answer is known."""
            joint: Counter[Any] = Counter()
            for deal in fits:
                shower = next((k for k in order if deal[k] & cards), None)
                shown = deal[shower] & cards if shower else {""}
                for card in shown:
                    joint[(shower, card), deal[0]] += 1 / len(shown)  # type: ignore[assignment]
            answers: Counter[Any] = Counter()
            for (answer, _), weight in joint.items():
                answers[answer] += weight
            return -sum(
                weight * math.log2(weight / answers[answer])
                for (answer, _), weight in joint.items()
            )

        return min(choices, key=lambda letter: left(frozenset(choices[letter])))
