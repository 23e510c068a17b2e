"""Write the section of docs/explanation/bluffing.md on where bluffing pays.

A bluff is a question for own cards only. It occurs in optimal play if a player's
optimal plans have it, and the other player's optimal plans reach the place. Optimal
plans can be combined in any way, so that the two are examined one by one. The standard
term is the support of the equilibria of a zero-sum game, which is a product of faces.

python tools/bluffs.py [MOST_CARDS]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

from mystpy.compilation import NamedTuple
from mystpy.game.game import Game
from mystpy.history.actions import Asks
from mystpy.solve.equilibria.description import excluded_sequences
from mystpy.solve.equilibria.face import Face
from mystpy.solve.equilibria.listed_form import ListedForm, sequences
from mystpy.solve.equilibria.wording import action_words, parse, situation_words
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import BLUFFERS
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import ValueBounds, improving_bounds, sides
from mystpy.solve.trees.reduced_tree import (
    ChanceNode,
    DealtNode,
    ReducedTree,
    TerminalNode,
)

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "bluffing.md"
BEGIN = "<!-- the section on bluffs is written by tools/bluffs.py -->"
END = "<!-- here it ends -->"

LATER = {(1, 2, 2): 1, (2, 2, 2): 1}
"""Games that are looked at some turns beyond what their value needs."""


class Bluff(NamedTuple):
    """A bluff: the player's knowledge, the question, and its weights in optimal plans.

    The weight is the probability of the player's own actions up to it; in all optimal
    plans it is from `least` to `most`. `met` says whether it occurs in an equilibrium,
    or is None if that was not settled. `first` says whether it is the first question of
    the game, which no action of the other player prevents.
    """

    player: int
    label: str
    action: str
    least: Fraction
    most: Fraction
    met: bool | None

    @property
    def first(self) -> bool:
        """Return whether it is a question of the first turn."""
        return parse(self.label).head == "1"

    @property
    def always(self) -> bool:
        """Return whether it occurs in every equilibrium, as the first turn shows."""
        return self.first and self.least > 0


def bluffs(
    bounds: ValueBounds, later: int = 0, tick: Callable[[], None] = lambda: None
) -> list[Bluff]:
    """Return the bluffs that may occur in a game whose value is known.

    The others cost something against optimal plans, or are not reached. The game is cut
    off after the turns of the solution, or `later` turns after that, at the cost of
    player 1.
    """
    assert bounds.value is not None, "what is optimal is known"
    game, turns = bounds.game, bounds.turns + later
    grown = TreeBuilder(game, bounds.variant, tick).form(turns)
    form = ListedForm.of(grown, 0)
    plans = [side.plan.fractions() for side in sides(grown, 0)]
    faces = [Face(form, k, bounds.value) for k in (1, 2)]
    assert all(f.has(p) for f, p in zip(faces, plans, strict=True)), "both are optimal"
    out = (
        excluded_sequences(faces[0], plans[1]),
        excluded_sequences(faces[1], plans[0]),
    )
    tree = ReducedTree(game, bounds.variant, turns, Fraction(0))
    walk = _Walk(tree, form, out)
    return [_bluff(walk, faces, *found) for found in walk.bluffs()]


def _bluff(
    walk: _Walk, faces: list[Face], player: int, label: str, action: str
) -> Bluff:
    own, other = faces if player == 1 else faces[::-1]
    sequence = walk.numbers[player, label, action]
    ends = [_end(own, {sequence: Fraction(sign)}) for sign in (1, -1)]
    least, most = ends[0][0], -ends[1][0]
    reach, reached = _end(other, {k: -w for k, w in walk.reach[player, label].items()})
    met: bool | None = None
    if not most or not reach:
        met = False
    elif ends[1][1] and reached:
        met = True
    return Bluff(player, label, action, least, most, met)


def _end(face: Face, goal: dict[int, Fraction]) -> tuple[Fraction, bool]:
    """A proved bound on the least of a goal, and whether a plan has less than 0."""
    corner = face.least({k: float(weight) for k, weight in goal.items()})
    assert corner is not None, "there is an optimal plan"
    plan = face.exactly(corner.plan)
    worth = Fraction(0)
    if plan is not None:
        worth = sum((plan[k] * weight for k, weight in goal.items()), worth)
    bound = face.bound(goal, corner.multipliers, worth)
    return bound, worth < 0


class _Walk:
    """The part of a tree where nothing is done that no optimal plan has.

    `numbers` has the sequences by player, information set and action, `reach` for each
    information set the other's sequences that lead there, with what chance adds.
    """

    def __init__(
        self, tree: ReducedTree, form: ListedForm, out: tuple[set[int], set[int]]
    ) -> None:
        self.numbers = {
            (player, choices.label, action): k
            for player in (1, 2)
            for choices in form.sets[player - 1]
            for k, action in zip(sequences(choices), choices.actions, strict=True)
        }
        self.reach: dict[tuple[int, str], dict[int, Fraction]] = {}
        self._tree, self._out = tree, out
        self._found: dict[tuple[int, str, str], None] = {}
        self._visit(tree.start(), (0, 0), Fraction(1))

    def bluffs(self) -> Iterator[tuple[int, str, str]]:
        """Player, information set and action of each bluff."""
        yield from self._found

    def _visit(
        self,
        node: DealtNode | ChanceNode | TerminalNode,
        came: tuple[int, int],
        chance: Fraction,
    ) -> None:
        if isinstance(node, ChanceNode):
            for share, dealt in node.outcomes:
                self._visit(dealt, came, chance * share)
        if not isinstance(node, DealtNode):
            return
        at = self._tree.at(node)
        if isinstance(at, TerminalNode):
            return
        if len(at.actions) == 1:
            self._visit(at.actions[0][1], came, chance)
            return
        others = self.reach.setdefault((at.player, at.label), {})
        other = came[2 - at.player]
        others[other] = others.get(other, Fraction(0)) + chance
        for action, after in at.actions:
            k = self.numbers[at.player, at.label, action]
            if k in self._out[at.player - 1]:
                continue
            act = parse(action)
            if act.head == Asks.name and all(
                cards.own == cards.size for cards in act.classes
            ):
                self._found[at.player, at.label, action] = None
            both = (k, came[1]) if at.player == 1 else (came[0], k)
            self._visit(after, both, chance)


def sizes(most: int) -> Iterator[tuple[int, int, int]]:
    """Yield the games with at most this number of cards that allow bluffs."""
    for q in range(1, most // 2 + 1):
        for n in range(q, most // 2 + 1):
            yield from ((m, n, q) for m in range(1, most - 2 * n + 1))


def rows(size: tuple[int, int, int]) -> Iterator[str]:
    """Lines of the table on a game."""
    m, n, q = size
    game = Game.myst(m, n, 2, q)
    values = []
    for who in BLUFFERS.values():
        *_, solved = improving_bounds(game, GameVariant(who, "useful"))
        values.append(solved.value)
        if who == BLUFFERS["both"]:
            free = solved
    later = LATER.get(size, 0)
    changed = "yes" if len(set(values)) > 1 else "no"
    name = f"MYST({m},{n},2,{q}), {free.turns + later} turns"
    found = [bluff for bluff in bluffs(free, later) if bluff.met is not False]
    if not found:
        yield f"| {name} | {changed} | none is met | | |"
    for bluff in sorted(found):
        yield f"| {name} | {changed} | {line(bluff, game)} |"


def line(bluff: Bluff, game: Game) -> str:
    """Return the row of a bluff: player, turn, cards, frequency and equilibria."""
    seen = parse(bluff.label)
    when = situation_words(seen, bluff.player, game)
    what = action_words(parse(bluff.action), seen, game).removesuffix(" (a bluff)")
    weight = str(bluff.most)
    if bluff.least != bluff.most:
        weight = f"{bluff.least} to {bluff.most}"
    met = "not settled" if bluff.met is None else "some"
    return " | ".join(
        (
            f"player {bluff.player}, {when}: {what}",
            weight,
            "all" if bluff.always else met,
        )
    )


def main(words: list[str]) -> None:
    """Write the section between its marks."""
    (most,) = [*map(int, words), 6][:1]
    head = (
        "game",
        "value changed if forbidden",
        "bluff",
        "weight",
        "met in equilibria",
    )
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for size in sizes(most):
        for text in rows(size):
            print(text, flush=True)
            lines.append(text)
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    report = "\n".join((BEGIN, "", *lines, "", END))
    PAGE.write_text(f"{before}{report}{after}", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
