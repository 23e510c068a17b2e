"""The gap in an axiom: its clauses, their words, and the situations compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from mystpy.axioms import Block
from mystpy.bits import members
from mystpy.compilation import dataclass
from mystpy.game.game import Game
from mystpy.game.names import set_term
from mystpy.history.history import History
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.explore import events, steps

FLUENTS = (
    *("h/2", "in/2", "question/2", "game_over/1", "turn/2", "ans_turn/2"),
    *("askphase/1", "ansphase/1", "showphase/1", "guessphase/1", "endphase/1"),
    *("element/2", "size/2", "card_set/1", "question_set/1", "pile_set/1"),
    *("disjoint/2", "shared/3", "equals_pile/1", "constant/2", "hand_size/2"),
    *("player/1", "holder/1", "card/1", "incp/2", "group/1"),
)
"""The predicates that a clause may use if the exercise does not list others."""

LETTERS = tuple("IJKXQMS")
"""The variables of a head: players, holders, cards, sets, and the situation."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first situation in which two versions of an axiom differ, or an error."""

    history: History | None
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Gap:
    """An axiom with its clause left out, and what is filled in.

    `block` is the real one, `head` what is compared, such as `poss(no(J),S)`: its
    letters are those of the thesis, S for the situation.
    """

    game: Game
    language: str
    block: Block
    head: str
    may: tuple[str, ...]
    text: str

    @property
    def defines(self) -> str:
        """Return the predicate that the clauses define, as `poss/2`."""
        name, _, rest = self.head.partition("(")
        depth, commas = 0, 0
        for sign in rest:
            depth += (sign == "(") - (sign == ")")
            commas += sign == "," and depth == 0
        return f"{name}/{commas + 1}"

    def instances(self) -> Iterator[str]:
        """Yield the head for each player, holder, card and set of its letters."""
        game, deck = self.game, self.game.deck
        players, holders = game.holders[1 : game.p + 1], game.holders
        domains: dict[str, list[str]] = {
            **{letter: list(map(str, players)) for letter in "IJ"},
            "K": list(map(str, holders)),
            "X": list(game.cards),
            "Q": [set_term(cards, deck) for cards in game.questions()],
            "M": [set_term(cards, deck) for cards in game.guesses()],
        }
        letters = [x for x in domains if re.search(rf"\b{x}\b", self.head)]
        for values in product(*(domains[x] for x in letters)):
            found = self.head
            for letter, value in zip(letters, values, strict=True):
                found = re.sub(rf"\b{letter}\b", value, found)
            yield found


def situations_of(game: Game, depth: int) -> Iterator[History]:
    """Yield every history of up to `depth` actions in every deal, shortest first."""
    level = [EpistemicState.start(game)]
    for done in range(depth + 1):
        ahead: list[EpistemicState] = []
        for state in level:
            yield from (state.history(world) for world in members(state.full))
            if done < depth:
                met = set()
                for event in events(state):
                    for reached, _ in steps(state, event):
                        key = reached.state.events, reached.state.full
                        if key not in met:
                            met.add(key)
                            ahead.append(reached.state)
        level = ahead
