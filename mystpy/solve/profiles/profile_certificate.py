"""Certificates of profiles: the chances of three or more players, and possible gains.

In the field: certifying algorithms. A program in `tools/` computes the same numbers
from the strategies alone, and uses nothing of this package.

A player knows the turns. In these, `1>2` means that player 1 was shown a card by player
2, `1>-` that nobody had one, and `1>` that a card is to be shown. A `!` follows a wrong
guess. A class of cards is described by the turns that name it. In these, `1` means that
it was asked for, `1*` that the player saw it shown, and `1!` that it was guessed. For
example, `1>2 | -:3/1 1*:1/0` has four cards, one of them own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, prod
from typing import Any

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, Shows, Yes
from mystpy.solve.extensive.certificate import (
    by_spelling,
    dealt_game,
    fraction,
    strategy,
)
from mystpy.solve.extensive.labels import Strategy, spelling
from mystpy.solve.profiles.chance_outcomes import ProfileActions
from mystpy.solve.profiles.game_tree import MOST, DecisionSet, GameTree, game_tree
from mystpy.solve.profiles.profile import Profile, ProfileValue, reach_chances
from mystpy.theories import origin_keys

VERSION = 3
MAX_LISTED = 10**5
"""The most deals that a hand leaves open, and the most questions, of a game."""

_KEYS = ("game", "hands", "turns", "idle", "wins", "best", "broken", "strategies")


def profile_certificate(
    tree: GameTree, profile: Profile, found: ProfileValue
) -> dict[str, Any]:
    """Return a certificate as a JSON object; fractions are texts.

    A strategy has an entry for each information set with a choice or a guess that its
    player may reach. All the other players follow the profile there, except for at most
    one, who has not guessed wrong.
    """
    strategies: dict[str, dict[str, dict[str, str]]] = {
        str(i): {} for i in range(1, tree.game.p + 1)
    }
    for number in _needed(tree, profile):
        decision = tree.decisions[number]
        pairs = zip(actions(decision), profile[number], strict=True)
        acts = {act: str(chance) for act, chance in pairs if chance}
        strategies[str(decision.player)][information_text(decision)] = acts
    return {
        "certificate": VERSION,
        **origin_keys(),
        "game": tree.game.to_dict(),
        "hands": list(tree.game.sizes[1:]),
        "turns": tree.turns,
        "idle": tree.idle,
        **{key: list(map(str, getattr(found, key))) for key in ("wins", "best")},
        "broken": str(found.broken),
        "strategies": strategies,
    }


def profile_of(
    document: Mapping[str, Any],
    *,
    most: int | None = MOST,
    tick: Callable[[], None] = lambda: None,
) -> tuple[GameTree, Profile]:
    """Return the game of a certificate, and its strategies.

    Raises QueryError if it is not a certificate, if chances are negative or do not add
    up to 1, or if a strategy does not say what to do in an information set. Raises
    EngineFailed for a tree of more than `most` positions.
    """
    for key in _KEYS:
        if key not in document:
            raise QueryError(f"the certificate lacks the key {key!r}")
    game = dealt_game(document)
    if type(document["turns"]) is not int or document["turns"] < 1:
        raise QueryError(f"turns are a number from 1 on, not {document['turns']!r}")
    if not isinstance(document["idle"], bool):
        raise QueryError(f"idle is true or false, not {document['idle']!r}")
    _require_few(game)
    plans = [
        spelled_profile(strategy(document["strategies"], i))
        for i in range(1, game.p + 1)
    ]
    last = min(document["turns"], _turns_described(plans) + game.p + 1)
    size, before = sys.maxsize if most is None else most, 0
    for turns in range(1, last + 1):  # so that what is missing early is found early
        tree = game_tree(game, turns, idle=document["idle"], most=size, tick=tick)
        whole = [_chances(one, plans[one.player - 1]) for one in tree.decisions]
        for number in _needed(tree, whole):
            decision = tree.decisions[number]
            _require_described(decision, plans[decision.player - 1])
        if len(tree.nodes) == before:
            break
        before = len(tree.nodes)
    return tree._replace(turns=document["turns"]), whole


def _require_few(game: Game) -> None:
    """Raise QueryError for a game with too many deals or questions to list them."""
    (pile, hand, *_), others = game.sizes, range(1, game.p)
    deals = prod(comb(pile + hand * k, hand) for k in others)
    if max(deals, comb(game.c, game.q)) > MAX_LISTED:
        raise QueryError(
            f"a profile of a game with more than {MAX_LISTED:,} deals or questions is"
            " not checked: they are listed"
        )


def _turns_described(plans: Sequence[Strategy]) -> int:
    """Return the most turns at an information set for which a strategy has an entry.

    After as many further turns as there are players, and one more, a guess follows a
    turn that no strategy has: the rest of the tree is not needed.
    """
    return max((known.count(">") for plan in plans for known in plan), default=0)


def spelled_profile(document: Strategy) -> Strategy:
    """Return the same strategy, with the classes in its texts ordered by name.

    Raises QueryError if two texts are then the same: one would hide the other.
    """
    return by_spelling(
        {k: by_spelling(acts) for k, acts in document.items()}, _in_order
    )


def _in_order(known: str) -> str:
    """Return an information set's text, with its classes ordered by name."""
    turns, line, classes = known.partition(" | ")
    return f"{turns}{line}{' '.join(sorted(classes.split(' ')))}"


def claims(document: Mapping[str, Any], found: ProfileValue) -> bool:
    """Return whether a certificate claims the value of its profile.

    Raises QueryError if it does not have fractions.
    """
    lists = [document["wins"], document["best"], [document["broken"]]]
    if not all(isinstance(some, list) for some in lists):
        raise QueryError("wins and best have a fraction for each player")
    wins, best, (broken,) = (tuple(map(fraction, some)) for some in lists)
    return ProfileValue(wins, best, broken) == found


def _chances(decision: DecisionSet, plan: Strategy) -> list[Fraction]:
    """Return a strategy's chances at an information set, by default uniform ones."""
    label, names = information_text(decision), actions(decision)
    if label not in plan:
        return [Fraction(1, len(names))] * len(names)
    return [plan[label].get(spelling(act), Fraction()) for act in names]


def _require_described(decision: DecisionSet, plan: Strategy) -> None:
    """Raise QueryError unless a strategy says what to do at an information set."""
    label = information_text(decision)
    if label not in plan:
        raise QueryError(
            f"the strategy of player {decision.player} does not say what to do at"
            f" {label!r}"
        )
    names = set(map(spelling, actions(decision)))
    for act in plan[label]:
        if act not in names:
            raise QueryError(f"at {label!r} nobody can {act!r}")


def _needed(tree: GameTree, profile: Profile) -> Iterator[int]:
    """Yield the information sets that a certificate has, in the order of the tree.

    One player may deviate from the profile, as long as she is in the game.
    """
    comes = [set[int]() for _ in range(tree.game.p + 1)]
    for player in range(1, tree.game.p + 1):
        weights = reach_chances(tree, profile, player)
        for node, weight in zip(tree.nodes, weights, strict=True):
            if weight and node.decision >= 0:
                kinds = tree.decisions[node.decision].kinds
                if not any(key[:2] == (Guess.name, player) for key in kinds):
                    comes[player].add(node.decision)
    for number, decision in enumerate(tree.decisions):
        some = (k for k in range(1, tree.game.p + 1) if k != decision.player)
        chooses = len(decision.picks) > 1 or decision.picks[0].kind == Guess.name
        if chooses and any(number in comes[k] for k in some):
            yield number


def information_text(decision: DecisionSet) -> str:
    """Return the text of a player's information set."""
    player, kinds, counts = decision.view
    turns, marks = _turns(player, kinds)
    sizes = _sizes(counts, marks)
    parts = sorted(f"{name}:{size}/{own}" for name, (size, own) in sizes.items())
    return f"{' '.join(turns) or 'start'} | {' '.join(parts)}"


def actions(decision: DecisionSet) -> list[str]:
    """Return the options at an information set, by names."""
    _, marks = _turns(decision.player, decision.kinds)
    return [_action(pick.kind, pick.cards, marks) for pick in decision.picks]


def _action(kind: str, cards: ProfileActions, marks: Sequence[str]) -> str:
    """Return an action with its numbers of cards, and own ones in a question."""
    parts = (
        f"{name}:{size}" + f"/{own}" * (kind == Asks.name)
        for name, (size, own) in _sizes(cards, marks).items()
    )
    return " ".join((kind, *sorted(parts)))


def _sizes(cards: ProfileActions, marks: Sequence[str]) -> dict[str, list[int]]:
    """Return how many cards there are of each class, and how many of them are own."""
    sizes: dict[str, list[int]] = {}
    for (own, events), number in cards:
        size = sizes.setdefault(_class(events, marks), [0, 0])
        size[0] += number
        size[1] += number * bool(own)
    return sizes


def _turns(player: int, kinds: Sequence[Sequence[Any]]) -> tuple[list[str], list[str]]:
    """Return the turns that a player has seen, and each event's mark on its cards."""
    turns, marks = list[list[Any]](), list[str]()
    for kind, who, *_ in kinds:
        if kind == Asks.name:
            turns.append([who, "", ""])
        elif kind == Shows.name:
            turns[-1][1] = who
        elif kind == Guess.name:
            turns[-1][2] = "!"
        star = {Shows.name: "*", Guess.name: "!"}.get(kind, "")
        marks.append(f"{len(turns)}{star}")
    open_ = bool(kinds) and kinds[-1][0] == Yes.name
    document = []
    for k, (who, shower, wrong) in enumerate(turns, 1):
        nobody = "" if open_ and k == len(turns) else "-"
        document.append(f"{who}>{shower or nobody}{wrong}")
    return document, marks


def _class(events: Sequence[int], marks: Sequence[str]) -> str:
    """Return the name of a class of cards by the events that name it."""
    found = [marks[k] for k in events]
    shown = {mark[:-1] for mark in found if mark.endswith("*")}
    return ".".join(mark for mark in found if mark not in shown) or "-"
