"""Edits of section 1.3, and the players' views by each of them, in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations, compress, permutations, product
from random import Random
from typing import NamedTuple

from mystpy.engines.base import Cell, Cells
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess, No, Shows, Yes
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import And, Common, Everyone, Formula, Knows, Not, Or

Edit = tuple[str, str, str]
"""A file, its present text, and its new text."""

SIGHT = "s1_03_knowledge"


class Event(NamedTuple):
    """A show in a world: by whom, to whom, which card, and who was still in."""

    by: int
    to: int
    card: str
    still_in: frozenset[int]


class World(NamedTuple):
    """The hands by holder, the shows, and whether the last action is a right guess."""

    hands: tuple[frozenset[str], ...]
    shows: tuple[Event, ...]
    won: bool


class Sight(NamedTuple):
    """An edit with its meaning: a view of a player in a world."""

    edits: tuple[Edit, ...]
    card: Callable[[int, Event, World], bool] = lambda i, e, w: i in (e.by, e.to)
    start: Callable[[int, World], Hashable] = lambda i, w: w.hands[i]
    result: bool = True

    def view(self, player: int, world: World) -> Hashable:
        """Return all that a player has seen."""
        cards = tuple(
            e.card if self.card(player, e, world) else None for e in world.shows
        )
        return self.start(player, world), cards, self.result and world.won


_LP_C = "    done(shows(J, Poser, X), S),\n    I = (J; Poser).\n"
_LP_D = "    player(I),\n    I != J, I != Poser.\n"
_PL_C = "X), _) :-\n    member(I, [J, Poser]).\n"
_PL_D = "unseen), _) :-\n    player(I),\n    \\+ member(I, [J, Poser]).\n"


def _asp(see: str, others: str) -> tuple[Edit, ...]:
    """Return the edit by which I sees the card, and the others do not, in ASP."""
    return (
        (f"{SIGHT}.lp", _LP_C, f"    done(shows(J, Poser, X), S),\n    {see}.\n"),
        (f"{SIGHT}.lp", _LP_D, f"    player(I),\n    {others}.\n"),
    )


def _prolog(see: str, others: str) -> tuple[Edit, ...]:
    """Return the same in Prolog."""
    used = f"{see} {others}"
    card, s = ("X" if "X" in used else "_"), ("S" if "S)" in used else "_")
    head = f"obs(I, shows(J, Poser, {card}), shows(J, Poser, "
    return (
        (f"{SIGHT}.pl", _PL_C, f"X), {s}) :-\n    player(I), {see}.\n"),
        (f"{SIGHT}.pl", _PL_D, f"unseen), {s}) :-\n    player(I), {others}.\n"),
        (f"{SIGHT}.pl", "obs(I, shows(J, Poser, _), shows(J, Poser, ", head),
    )


SIGHTS = {
    "only the responder sees the card": Sight(
        _asp("I = J", "I != J") + _prolog("I = J, Poser > 0", "I \\= J, Poser > 0"),
        lambda i, e, w: i == e.by,
    ),
    "only the asker sees the card": Sight(
        _asp("I = Poser", "I != Poser")
        + _prolog("J > 0, I = Poser", "J > 0, I \\= Poser"),
        lambda i, e, w: i == e.to,
    ),
    "the shown card is public": Sight(
        _asp("player(I)", "1 = 2")
        + _prolog("J > 0, Poser > 0", "J > Poser, J < Poser"),
        lambda i, e, w: True,
    ),
    "nobody sees the card": Sight(
        _asp("player(I), 1 = 2", "1 = 1")
        + _prolog("J > Poser, J < Poser", "J > 0, Poser > 0"),
        lambda i, e, w: False,
    ),
    "player 1 sees every show": Sight(
        _asp("I = (J; Poser; 1)", "I != J, I != Poser, I != 1")
        + _prolog("member(I, [J, Poser, 1])", "\\+ member(I, [J, Poser, 1])"),
        lambda i, e, w: i in (e.by, e.to, 1),
    ),
    "the asker sees the card only if the responder is in": Sight(
        (
            *_asp("I = J", "I != J, not sees(I, J, Poser, S)"),
            (f"{SIGHT}.lp", "% (S1.3.1d)",
             "obs(I, shows(J, I, X), shows(J, I, X), S) :-\n"
             "    done(shows(J, I, X), S),\n    in(J, S).\n"
             "sees(I, J, I, S) :- done(shows(J, I, X), S), in(J, S).\n\n"
             "% (S1.3.1d)"),
            *_prolog("( I = J ; I = Poser, in(J, S) )",
                     "\\+ ( I = J ; I = Poser, in(J, S) )"),
        ),
        lambda i, e, w: i == e.by or (i == e.to and e.by in e.still_in),
    ),
    "all see the card s1": Sight(
        (
            *_asp("I = (J; Poser)", "I != J, I != Poser, X != s1"),
            (f"{SIGHT}.lp", "% (S1.3.1d)",
             "obs(I, shows(J, K, s1), shows(J, K, s1), S) :-\n"
             "    done(shows(J, K, s1), S),\n    player(I).\n\n% (S1.3.1d)"),
            *_prolog("once(( member(I, [J, Poser]) ; X == s1 ))",
                     "\\+ member(I, [J, Poser]), X \\== s1"),
        ),
        lambda i, e, w: i in (e.by, e.to) or e.card == "s1",
    ),
    "who holds s1 sees every card": Sight(
        (
            (f"{SIGHT}.lp", _LP_D,
             "    player(I),\n    I != J, I != Poser,\n    not h(I, s1).\n"
             "obs(I, shows(J, Poser, X), shows(J, Poser, X), S) :-\n"
             "    done(shows(J, Poser, X), S),\n    h(I, s1).\n"),
            *_prolog("once(( member(I, [J, Poser]) ; h(I, s1) ))",
                     "\\+ ( member(I, [J, Poser]) ; h(I, s1) )"),
        ),
        lambda i, e, w: i in (e.by, e.to) or "s1" in w.hands[i],
    ),
    "player 1 sees the hand of player 2, too": Sight(
        (
            (f"{SIGHT}.lp", "% private(A): not",
             "obs0(1, h(2, X)) :- h(2, X).\n\n% private(A): not"),
            (f"{SIGHT}.pl", "%!  obs(?I, +A",
             "obs0(1, h(2, X)) :-\n    h(2, X).\n\n%!  obs(?I, +A"),
        ),
        start=lambda i, w: w.hands[1:3] if i == 1 else w.hands[i],
    ),
    "nobody looks at the own hand": Sight(
        (
            (f"{SIGHT}.lp", "    player(I),\n    h(I, X).",
             "    player(I),\n    h(I, X), 1 = 2."),
            (f"{SIGHT}.pl", "    player(I),\n    h(I, X).",
             "    player(I),\n    h(I, X), fail."),
        ),
        start=lambda i, w: None,
    ),
    "nobody sees the result of a guess": Sight(
        (
            (f"{SIGHT}.lp", "    equals_pile(M),\n", "    equals_pile(M), 1 = 2,\n"),
            (f"{SIGHT}.lp", "    not equals_pile(M),\n",
             "    not equals_pile(M), 1 = 2,\n"),
            (f"{SIGHT}.pl", "    equals_pile(M),\n", "    equals_pile(M), fail,\n"),
            (f"{SIGHT}.pl", "    \\+ equals_pile(M),\n",
             "    \\+ equals_pile(M), fail,\n"),
        ),
        result=False,
    ),
}  # fmt: skip


Triple = tuple[int, int, int]
"""The player who shows a card, the one who asked, and a player."""


def drawn_sight(
    rng: Random, p: int, *, own: bool = False, seen: float = 0.5
) -> tuple[Sight, set[Triple]]:
    """Draw which players see each shown card: a sight that depends on nothing else.

    Each player sees it with the chance `seen`; with `own` players see what they show
    themselves. The triples are (by, to, player).
    """
    players = range(1, p + 1)
    every = [(j, i, k) for j, i in permutations(players, 2) for k in players]
    seers = {x for x in every if rng.random() < seen or (own and x[0] == x[2])}
    rest = [x for x in every if x not in seers]
    return _sight_of(sorted(seers), rest), seers


def _sight_of(seers: Sequence[Triple], rest: Sequence[Triple]) -> Sight:
    """Return the edits by which exactly these players see a card, in both languages."""
    pools = (
        f"(J, Poser, I) = ({';'.join(map(str, some))})" if some else "1 = 2"
        for some in (seers, rest)
    )
    lists = (
        f"member([J, Poser, I], [{','.join(str([*x]) for x in some)}])"
        for some in (seers, rest)
    )
    known = frozenset(seers)
    return Sight(
        _asp(*pools) + _prolog(*lists), lambda i, e, w: (e.by, e.to, i) in known
    )


def worlds_of(game: Game, actions: tuple[Action, ...]) -> list[World]:
    """Return the worlds of a public history that is well-formed, by its conditions."""
    found = []
    for hands in _deals(game.cards, game.sizes):
        choices = _choices(hands, actions)
        if choices is not None:
            last = actions[-1] if actions else None
            won = isinstance(last, Guess) and last.cards == hands[0]
            found += [World(hands, shows, won) for shows in product(*choices)]
    return found


def _deals(
    cards: tuple[str, ...], sizes: tuple[int, ...]
) -> Iterator[tuple[frozenset[str], ...]]:
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        left = tuple(card for card in cards if card not in hand)
        for others in _deals(left, sizes[1:]):
            yield frozenset(hand), *others


def _choices(
    hands: tuple[frozenset[str], ...], actions: tuple[Action, ...]
) -> list[list[Event]] | None:
    """Return the possible shows at each show; None if the deal is inconsistent."""
    asked: frozenset[str] = frozenset()
    still_in = frozenset(range(1, len(hands)))
    found = []
    for step, action in enumerate(actions):
        if isinstance(action, Asks):
            asked = action.cards
        elif isinstance(action, No | Yes):
            if bool(hands[action.player] & asked) is not isinstance(action, Yes):
                return None
        elif isinstance(action, Guess):
            right = action.cards == hands[0]
            if right and step < len(actions) - 1:
                return None
            still_in -= set() if right else {action.player}
        elif isinstance(action, Shows):
            cards = sorted(hands[action.player] & asked)
            found.append([Event(action.player, action.to, x, still_in) for x in cards])
    return found


def _numbers(members: object) -> tuple[int, ...]:
    """Return the players of a group."""
    assert isinstance(members, tuple)
    return members


class Judge:
    """Formulas in the worlds of a public history, by the definitions.

    After an announcement that was `said`, the worlds in which it was true remain.
    """

    def __init__(
        self, sight: Sight, history: History, said: Formula | None = None
    ) -> None:
        self.history = history
        self.sight = sight
        self._tell_apart(worlds_of(history.game, history.actions))
        if said is not None:
            self._tell_apart(list(compress(self.worlds, self.truth(said))))

    def _tell_apart(self, worlds: list[World]) -> None:
        self.worlds = worlds
        players = range(1, self.history.game.p + 1)
        self.views = {i: [self.sight.view(i, w) for w in worlds] for i in players}
        self.alike = {
            i: [[v for v, other in enumerate(seen) if other == one] for one in seen]
            for i, seen in self.views.items()
        }

    def value(self, phi: Formula) -> str:
        """Return the value in the worlds that have the given hands and cards."""
        found = set(compress(self.truth(phi), self._fits()))
        if len(found) == 2:
            return "undetermined"
        return "true" if found.pop() else "false"

    def _fits(self) -> list[bool]:
        given = [a.card for a in self.history.actions if isinstance(a, Shows)]
        return [
            all(
                h in (None, x) for h, x in zip(self.history.hands, w.hands, strict=True)
            )
            and all(x in (None, e.card) for x, e in zip(given, w.shows, strict=True))
            for w in self.worlds
        ]

    def cells(self, known: Callable[[Formula], Formula]) -> Cells:
        """Return the grid of the knowledge of each cell, as the engines write it."""
        game = self.history.game
        return tuple(
            {x: self._cell(known, H(k, x)) for x in game.cards} for k in game.holders
        )

    def _cell(self, known: Callable[[Formula], Formula], held: Formula) -> Cell:
        values = [self.value(known(x)) for x in (held, Not(held))]
        if "true" in values:
            return Cell.NO if values[1] == "true" else Cell.YES
        return Cell.DEPENDS if "undetermined" in values else Cell.OPEN

    def deals(self, player: int) -> int | None:
        """Return the number of deals that a player considers possible.

        None if the hand is not given, or a card that the player has seen, or whether a
        last guess was right.
        """
        given = [a.card for a in self.history.actions if isinstance(a, Shows)]
        fitting = list(compress(range(len(self.worlds)), self._fits()))
        sees, first = self.sight.card, self.worlds[fitting[0]]
        unseen = any(
            card is None and sees(player, event, first)
            for card, event in zip(given, first.shows, strict=True)
        )
        if self.history.hands[player] is None or unseen:
            return None
        if len({self.views[player][k] for k in fitting}) > 1:
            return None
        alike = self.alike[player][fitting[0]]
        return len({self.worlds[k].hands for k in alike})

    def truth(self, phi: Formula) -> list[bool]:
        """Return where a formula is true."""
        match phi:
            case H(holder, card):
                return [str(card) in w.hands[int(str(holder))] for w in self.worlds]
            case Not(body):
                return [not x for x in self.truth(body)]
            case And(parts):
                return [all(x) for x in zip(*map(self.truth, parts), strict=True)]
            case Or(parts):
                return [any(x) for x in zip(*map(self.truth, parts), strict=True)]
            case Knows(agent, body):
                return self._known(int(str(agent)), self.truth(body))
            case Everyone(members, body):
                group = _numbers(members)
                known = [self._known(i, self.truth(body)) for i in group]
                return [all(x) for x in zip(*known, strict=True)]
            case Common(members, body):
                true = self.truth(body)
                while True:
                    known = [self._known(i, true) for i in _numbers(members)]
                    now = [all(x) for x in zip(true, *known, strict=True)]
                    if now == true:
                        return true
                    true = now
        raise TypeError(phi)

    def _known(self, player: int, true: list[bool]) -> list[bool]:
        return [all(true[v] for v in alike) for alike in self.alike[player]]
