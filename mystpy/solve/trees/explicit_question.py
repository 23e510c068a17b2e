"""A plan with a last question as a plan of the usual game with a turn more.

It has a certificate like all others, so that every checker of certificates can check
the bound. In the turn more the player has only the actions of the last question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import comb, prod

from mystpy.compilation import NamedTuple, pattern
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, NoGuess
from mystpy.solve.extensive.action_space import (
    AbstractAction,
    GameVariant,
    PublicNode,
)
from mystpy.solve.extensive.classes import SHOWN, CardClass, Counts
from mystpy.solve.extensive.labels import InformationSet, information_sets
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import (
    BoundWitness,
    ValueBounds,
    check_room,
)
from mystpy.solve.trees.last_question import (
    LastQuestion,
    last_question_after,
)

_KINDS = Asks.name, Guess.name, NoGuess.name
_CLASS = pattern(r"([-0-9.*]+):(\d+)(?:/(\d+))?")


class _LabelledClass(NamedTuple):
    """A class of cards in a label: its size, the player's cards, and its past.

    `asked` and `shown` are about the last turn; before it, `located` cards were shown
    to the player, or are known not to be the other's (`lacked`).
    """

    name: str
    size: int
    own: int
    asked: bool
    shown: bool
    located: bool
    lacked: bool

    @property
    def unknown(self) -> int:
        """Return the number of cards that the other may hold."""
        return 0 if self.located or self.lacked else self.size - self.own


def _counts(label: str) -> Iterator[tuple[str, int, int]]:
    """Yield the classes of a label, with both of their numbers."""
    for name, number, own in _CLASS.findall(label.partition(" ")[2]):
        yield name, int(number), int(own or 0)


def _turns(name: str) -> Sequence[str]:
    """Return the turns in which a class was asked for, with a star if it was shown."""
    return [] if name == "-" else name.split(".")


def _classes(label: str, player: int, turn: int) -> list[_LabelledClass]:
    """Return the classes of an information set, as its player knows them."""
    found = list(_counts(label))
    answered = {
        int(text.rstrip("*"))
        for name, *_ in found
        for text in _turns(name)
        if text.endswith("*")
    }

    def one(name: str, size: int, own: int) -> _LabelledClass:
        turns, numbers = _turns(name), [int(t.rstrip("*")) for t in _turns(name)]
        before = [t for t in turns if int(t.rstrip("*")) != turn]
        mine = [
            int(t.rstrip("*")) for t in before if int(t.rstrip("*")) % 2 == turn % 2
        ]
        stars = {int(t[:-1]) for t in before if t.endswith("*")}
        return _LabelledClass(
            name,
            size,
            own,
            asked=turn in numbers,
            shown=f"{turn}*" in turns,
            located=any(t % 2 == turn % 2 for t in stars),
            lacked=any(t not in answered for t in mine),
        )

    assert turn % 2 == player % 2, "a player asks in her own turns"
    return [one(*row) for row in found]


def explicit_bounds(
    bounds: ValueBounds,
    tick: Callable[[], None] = lambda: None,
    room: int | None = None,
) -> ValueBounds:
    """Return bounds of which no plan ends with a last question; none is worse.

    Raises as `explicit_plan`.
    """
    lower, upper = (
        explicit_plan(side, bounds.game, bounds.variant, tick, room)
        if side.last_question
        else side
        for side in (bounds.lower, bounds.upper)
    )
    return ValueBounds(bounds.game, bounds.variant, lower, upper)


def explicit_plan(
    side: BoundWitness,
    game: Game,
    variant: GameVariant,
    tick: Callable[[], None] = lambda: None,
    room: int | None = None,
) -> BoundWitness:
    """Return a plan with a last question in the game with a turn more, and its value.

    The value is at least as good for the player. Raises as `TreeBuilder`, and
    QueryError if `room` does not suffice.
    """
    turns, player = side.form.turns + 1, side.player
    last = partial(_kept, game, player)
    form = TreeBuilder(game, variant, tick, kept=last).form(turns)
    check_room(form, room, 1, "--force builds the tree anyway")
    chosen = dict(side.lines())
    behaviour: dict[int, list[Fraction]] = {}
    reached = [True, *[False] * (form.counts[player - 1] - 1)]
    for known in information_sets(form, player, reached):
        if known.label in chosen:
            acts: Mapping[str, Fraction] = chosen[known.label]
        else:
            acts = _last_choice(game, player, turns, known)
        chances = [acts.get(act, Fraction(0)) for act in known.actions]
        behaviour[known.number] = chances
        reached[known.first : known.first + len(chances)] = map(bool, chances)
    plan = form.plan(player, behaviour)
    return BoundWitness(form, player, plan, form.value(player, plan, player - 1))


def _last_choice(
    game: Game, player: int, turn: int, known: InformationSet
) -> dict[str, Fraction]:
    """Return the chances of a last question, or of the guess after it.

    The last action gets the chances of guesses that cannot be right.
    """
    kind = known.actions[0].split(" ")[0]
    if kind not in (Asks.name, Guess.name):  # it is the other's turn
        return {known.actions[0]: Fraction(1)}
    classes = _classes(known.label, player, turn)
    unknown, held, best = _known_cards(game, player, classes)
    acts = [(act.split(" ")[0], _asked(act)) for act in known.actions]
    fill = _filling(classes, game.q - best.new)
    chances = [
        _question(classes, asked, fill, unknown, best)
        if kind == Asks.name
        else _guess(classes, asked, held, best) * (kind == Guess.name)
        for kind, asked in acts
    ]
    chances[-1] += 1 - sum(chances)
    return dict(zip(known.actions, chances, strict=True))


def _asked(act: str) -> dict[str, Sequence[int]]:
    """Return the cards of an action, and those that are own ones, by class."""
    return {name: pair for name, *pair in _counts(act)}


def _known_cards(
    game: Game, player: int, classes: Sequence[_LabelledClass]
) -> tuple[int, int, LastQuestion]:
    """Return the result of `last_question_after` for these classes."""
    shown = sum(c.size for c in classes if c.located)
    lacking = sum(c.size - c.own for c in classes if c.lacked and not c.located)
    return last_question_after(game, player, shown, lacking)


def _kept(
    game: Game,
    player: int,
    node: PublicNode,
    hand: Counts,
    options: list[AbstractAction],
    turns: int,
) -> list[AbstractAction]:
    """Return the options among which are those of the last question and its guess.

    In the player's last turn they have as many new cards, and as many own ones. If
    there is a choice, it remains one.
    """
    kinds = {option.key[:2] for option in options}
    if turns > 1 or len(options) < 2 or not kinds & {(k, player) for k in _KINDS}:
        return options
    rows = enumerate(zip(node.classes, hand, strict=True))
    classes = [_labelled(str(k), cards, own, player) for k, (cards, own) in rows]
    _, held, best = _known_cards(game, player, classes)
    own = sum(mine for mine, _ in _filling(classes, game.q - best.new).values())

    def serves(option: AbstractAction) -> bool:
        if option.key[0] == Asks.name:
            pairs = zip(classes, option.cards, option.own, strict=True)
            new = sum(number - mine for c, number, mine in pairs if c.unknown)
            return (new, sum(option.own)) == (best.new, own)
        cards = {c.name: [n] for c, n in zip(classes, option.cards, strict=False)}
        return option.key[0] == Guess.name and _guess(classes, cards, held, best) > 0

    *first, last = options  # the last one gets the other chances
    found = [option for option in first if serves(option)]
    return [*(found or first[:1]), last]


def _labelled(name: str, cards: CardClass, own: int, player: int) -> _LabelledClass:
    """Return a class of cards as a player knows it who holds `own` of them."""
    return _LabelledClass(
        name,
        cards.size,
        own,
        asked=cards.mark > 0,
        shown=cards.mark == SHOWN,
        located=cards.shown_to == player,
        lacked=bool(cards.lacking & player),
    )


def _filling(
    classes: Sequence[_LabelledClass], number: int
) -> Mapping[str, Sequence[int]]:
    """Return how many own cards and how many lacked ones fill a question, by class."""
    own = _drawn([c.own for c in classes], number)
    left = [0 if c.located or not c.lacked else c.size - c.own for c in classes]
    others = _drawn(left, number - sum(own))
    return {c.name: pair for c, *pair in zip(classes, own, others, strict=True)}


def _drawn(sizes: Sequence[int], number: int) -> list[int]:
    """Return that number of cards of some classes, from the first ones."""
    found = []
    for size in sizes:
        found.append(min(size, number))
        number -= found[-1]
    return found


def _question(
    classes: Sequence[_LabelledClass],
    asked: Mapping[str, Sequence[int]],
    fill: Mapping[str, Sequence[int]],
    unknown: int,
    best: LastQuestion,
) -> Fraction:
    """Return the chance of a question."""
    ways = 1
    for c in classes:
        number, own = asked.get(c.name, (0, 0))
        mine, others = fill[c.name]
        if own != mine or (not c.unknown and number != mine + others):
            return Fraction(0)
        ways *= comb(c.unknown, number - own - others)
    return Fraction(ways, comb(unknown, best.new))


def _guess(
    classes: Sequence[_LabelledClass],
    guessed: Mapping[str, Sequence[int]],
    held: int,
    best: LastQuestion,
) -> Fraction:
    """Return the chance of a guess."""
    pile = {name: number for name, (number, *_) in guessed.items()}
    shown = any(c.shown for c in classes)
    left = [c for c in classes if c.unknown and not c.shown]
    asked, rest = ([c for c in left if c.asked == some] for some in (True, False))
    wanted = (best.more, held - 1 - best.more) if shown else (0, held)
    chance = Fraction(1)
    for some, number in zip((asked, rest), wanted, strict=True):
        theirs = [c.unknown - pile.get(c.name, 0) for c in some]
        if sum(theirs) != number or min(theirs, default=0) < 0:
            return Fraction(0)
        ways = prod(comb(c.unknown, k) for c, k in zip(some, theirs, strict=True))
        chance *= Fraction(ways, comb(sum(c.unknown for c in some), number))
    return chance
