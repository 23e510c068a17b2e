"""The protocol of engines: their queries, and the values that they return.

An engine is one way of computing what follows from the axioms: an answer set program, a
Prolog program, an explicit list of worlds. All of them answer the same queries about a
`History` with the values below, so that two of them can be compared exactly.

A *deal* gives every card one holder. A *world* is a deal together with the card shown
at each `shows` event. A deal or a world *fits* (is consistent) if it agrees with the
hands and the shown cards that are given, and the history is executable in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from mystpy.compilation import NamedTuple, replace
from mystpy.errors import NoWorldFits
from mystpy.history.actions import Action, Asks, Guess, Lays, Looks
from mystpy.history.history import History
from mystpy.language.nodes import Formula

if TYPE_CHECKING:
    from fractions import Fraction


class Verdict(StrEnum):
    """Whether a history can be played: in every deal that fits, in some, or in none.

    `Verdict.LEGAL`, `Verdict.POSSIBLE` and `Verdict.ILLEGAL` are equal to the texts
    `"legal"`, `"possible"` and `"illegal"`. Source: Bart 2000, section 2.7.

    >>> import mystpy
    >>> start = mystpy.Situation.init(mystpy.Game.clue(3))
    >>> asked = start.do("asks(1,{plum,rope,hall})")
    >>> asked.why_not("no(2)").verdict is mystpy.Verdict.POSSIBLE
    True
    """

    LEGAL = "legal"
    POSSIBLE = "possible"
    ILLEGAL = "illegal"


class Odds(StrEnum):
    """How likely the deals are that a player considers possible.

    With `Odds.EQUAL` all deals are equally likely. With `Odds.SHOWS` a responder who
    could show several cards shows a random one of them, so that deals which leave less
    choice are more likely. Source: mystpy.

    >>> import mystpy
    >>> game = mystpy.Game.myst(m=1, n=2, p=2, q=2)
    >>> s = mystpy.Situation.init(game, hands={1: ["s1", "s2"]})
    >>> s = s.do("asks(1,{s3,s4})", "yes(2)", "shows(2,1,s3)")
    >>> known = s.knows(1, odds=mystpy.Odds.SHOWS)
    >>> str(known.odds[2]["s4"])
    '1/3'
    """

    EQUAL = "equal"
    SHOWS = "shows"


class Value(StrEnum):
    """Whether a formula holds in every world that fits, in none, or in some.

    `Value.TRUE`, `Value.FALSE` and `Value.UNDETERMINED` are equal to the texts
    `"true"`, `"false"` and `"undetermined"`. Source: Bart 2000, section 2.6.

    >>> import mystpy
    >>> s = mystpy.Situation.init(mystpy.Game.clue(3))
    >>> s.ask("h(2,plum)").value is mystpy.Value.UNDETERMINED
    True
    """

    TRUE = "true"
    FALSE = "false"
    UNDETERMINED = "undetermined"


Argument = int | str | tuple[str, ...]
"""A player or another holder, a card, or a set of cards in the deck's order."""


class Conjunct(NamedTuple):
    """A conjunct of a Poss axiom with its arguments, as `disjoint(set(s1,s2),2)`."""

    name: str
    args: tuple[Argument, ...]
    negated: bool = False

    def __str__(self) -> str:
        args = ",".join(map(argument_text, self.args))
        term = f"{self.name}({args})" if args else self.name
        return f"not {term}" if self.negated else term


def argument_text(arg: Argument) -> str:
    """Return an argument as a term that both logic languages read."""
    return f"set({','.join(arg)})" if isinstance(arg, tuple) else str(arg)


class Judgement(NamedTuple):
    """Whether a history is executable and, if not, where and by which axiom it fails.

    `step` counts actions from 0 and is that of the first action that fails. `axiom` is
    the label of its Poss axiom (such as `"2.16"`), and `failed` has the conjuncts of
    that axiom that fail. `every_deal` says that these fail in every deal that fits, and
    not only that each deal has a failing one.
    """

    verdict: Verdict
    step: int | None = None
    axiom: str | None = None
    failed: tuple[Conjunct, ...] = ()
    every_deal: bool = True


class PublicFluents(NamedTuple):
    """The fluents that every player sees after the last action.

    `still_in`, `turn` and `ans_turn` are sets of players; `question` is the set of
    cards that was asked for, or None; `phases` are those of the turn, such as
    `"askphase"`. `game_over` is None if it depends on the deal, which happens only
    after a guess. Source: Bart 2000, section 2.5.

    >>> import mystpy
    >>> s = mystpy.Situation.init(mystpy.Game.clue(3)).do("asks(1,{plum,rope,hall})")
    >>> state = s.state()
    >>> sorted(state.question), sorted(state.ans_turn), state.phases
    (['hall', 'plum', 'rope'], [2], frozenset({'ansphase'}))
    """

    still_in: frozenset[int]
    turn: frozenset[int]
    ans_turn: frozenset[int]
    question: frozenset[str] | None
    phases: frozenset[str]
    game_over: bool | None


class PossibleAction(NamedTuple):
    """An action that may come next, with its verdict.

    `verdict` is `Verdict.LEGAL` if the action is possible in all deals that fit, and
    `Verdict.POSSIBLE` if in some. A question or a guess without cards stands for every
    set of cards. Source: Bart 2000, section 2.7.

    >>> import mystpy
    >>> s = mystpy.Situation.init(mystpy.Game.clue(3)).do("asks(1,{plum,rope,hall})")
    >>> [(str(action), str(verdict)) for action, verdict in s.possible()]
    [('no(2)', 'possible'), ('yes(2)', 'possible')]
    """

    action: Action
    verdict: Verdict


class World(NamedTuple):
    """A deal and the cards shown in it.

    `hands[k]` is the hand of holder k (0 is the pile); `shown` has one pair
    (step, card) for every `shows` event; `over` says that the game is over.
    """

    hands: tuple[frozenset[str], ...]
    shown: tuple[tuple[int, str], ...]
    over: bool


class Answer(NamedTuple):
    """The value of a formula, and the method that found it.

    If `in_views`, Python computed what players see, and the method evaluated only
    worlds that agree with it.
    """

    value: Value
    method: str
    in_views: bool = False


class Cell(StrEnum):
    """Whether a holder has a card: `yes`, `no`, not known (`?`), or dependent (`!`).

    `Cell.DEPENDS` is a cell whose value depends on cards that are not given: the player
    knows it in some of the worlds that fit, and not in others. The values are equal to
    the texts `"yes"`, `"no"`, `"?"` and `"!"`. Source: Bart 2000, section 3.2.

    >>> import mystpy
    >>> s = mystpy.Situation.init(mystpy.Game.clue(3))
    >>> s.knows("observer").cells[0]["plum"] is mystpy.Cell.OPEN
    True
    """

    YES = "yes"
    NO = "no"
    OPEN = "?"
    DEPENDS = "!"


Cells = tuple[dict[str, Cell], ...]
"""For each holder, the knowledge about each card."""

Shares = tuple[dict[str, "Fraction"], ...]
"""For each holder, the probability of each card."""


class Grid(NamedTuple):
    """The possible holders of each card: for one player, or (None) by the given cards.

    `deals` is the exact number of possible deals. `cells[k]` maps each card to "yes"
    (holder k has it in all of these deals), "no" (in none) or "?"; `counts[k]` maps it
    to the number of deals in which holder k has it.
    """

    player: int | None
    deals: int
    cells: Cells
    counts: tuple[dict[str, int], ...]


class Inconsistency(NamedTuple):
    """Why no world fits: the first step that leaves none, and what contradicts it.

    `observations` are earlier actions (with their steps) and `hands` holders whose
    given hands contradict `action` together.
    """

    step: int
    action: Action
    observations: tuple[tuple[int, Action], ...]
    hands: tuple[int, ...]


def grid_of(player: int | None, deals: int, counts: tuple[dict[str, int], ...]) -> Grid:
    """Return the grid of these numbers of deals. Raises NoWorldFits for none."""
    if not deals:
        raise no_deal()
    cells = tuple(
        {x: cell_of(n > 0, n == deals) for x, n in count.items()} for count in counts
    )
    return Grid(player, deals, cells, counts)


def cell_of(some: bool, every: bool) -> Cell:
    """Return the cell of a card that a holder has in some, or every, deal."""
    if not some:
        return Cell.NO
    return Cell.YES if every else Cell.OPEN


def cells_of_hands(cards: Sequence[str], hands: Sequence[int]) -> Cells:
    """Return the cells if each holder may have these cards, which are masks."""
    once = several = 0
    for hand in hands:
        several |= once & hand
        once |= hand
    no, open_, yes = Cell.NO, Cell.OPEN, Cell.YES
    return tuple(
        {
            card: no if not hand >> k & 1 else open_ if several >> k & 1 else yes
            for k, card in enumerate(cards)
        }
        for hand in hands
    )


def no_deal() -> NoWorldFits:
    """Return the error for hands that no deal has, whatever the actions are."""
    return NoWorldFits(
        "no deal fits what is given",
        hint="the hands that are given leave no way to deal the other cards",
    )


def pattern_of(action: Action) -> Action:
    """Return an event without its cards: a pattern for every choice of cards."""
    if isinstance(action, Asks | Guess | Lays):
        return replace(action, cards=frozenset())
    return replace(action, card=None) if isinstance(action, Looks) else action


@runtime_checkable
class Engine(Protocol):
    """One way of computing what follows from the axioms about a history."""

    name: str
    lists_worlds: bool
    """Whether it lists worlds for the value of each formula about knowledge."""
    beyond_axioms: bool
    """Whether it covers D and announced C, which are not in the axioms."""

    def judge(self, history: History) -> Judgement:
        """Return whether the history is executable, and else where it fails."""

    def state(self, history: History) -> PublicFluents:
        """Return the public fluents after the last action."""

    def possible(self, history: History) -> tuple[PossibleAction, ...]:
        """Return the actions that are possible after the last one."""

    def worlds(self, history: History, *, public: bool = False) -> Iterator[World]:
        """Yield each world that fits; `public` ignores the given hands and cards."""

    def value(self, history: History, formula: Formula) -> Answer:
        """Return whether the formula follows in the worlds that fit."""

    def cells(self, history: History, player: int | None = None) -> Cells:
        """Return what the deals have in common that a player considers possible.

        With None, the observer sees only the given cards. OBSERVER has no hand.
        """

    def grid(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Grid:
        """Return the number of deals possible for a player (as in `cells`).

        `limit` is the number of states that a count may store, for an engine that
        counts without listing; above it QueryError is raised.
        """

    def weighted_odds(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Shares:
        """Return the odds of each cell if responders show a random card.

        The weight of a deal is the probability of the shown cards that the player saw,
        if each was chosen at random from those that the responder could show.
        """

    def nested_cells(self, history: History, players: tuple[int, ...]) -> Cells:
        """Return what the first player knows that the next knows, and so on.

        A cell is "yes" if K(i,K(j,...h(k,x))) follows for the players i, j, ...,
        "no" if K(i,K(j,...~h(k,x))) follows, "?" if in no world that fits either is
        true, else "!".
        """

    def common_cells(self, history: History, group: tuple[int, ...]) -> Cells:
        """Return the cells that are common knowledge of a group, as `nested_cells`."""

    def clash(self, history: History) -> Inconsistency:
        """Return why no world fits; call it only if none does."""
