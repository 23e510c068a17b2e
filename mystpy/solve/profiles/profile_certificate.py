"""Certificates of profiles: what three players and more win with, and could gain.

In the field: certifying algorithms. A program in `tools/` computes the same numbers
from the strategies alone, and uses nothing of this package.

A player knows the turns: `1>2` if player 1 was shown a card by player 2, `1>-` if
nobody had one, `1>` while a card is to be shown, with a `!` after a wrong guess. A
class of cards is described by the turns that name it: `1` was asked for, `1*` was shown
so that he saw it, `1!` was guessed. `1>2 | -:3/1 1*:1/0` has four cards, one of them
own.
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
"""The most deals that one hand leaves, and the most questions, of a game."""

_KEYS = ("game", "hands", "turns", "idle", "wins", "best", "broken", "strategies")


def profile_certificate(
    tree: GameTree, profile: Profile, found: ProfileValue
) -> dict[str, Any]:
    """A certificate as an object of JSON: fractions are texts.

    A strategy has an entry for each information set with a choice, and each with a
    guess, that its player comes to if at most one of the others leaves the profile, and
    has not guessed wrong since.
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
    """The game of a certificate, and what its strategies do.

    Raises QueryError for what is no certificate, for chances that are negative or do
    not add up to 1, and for a strategy that does not say what to do somewhere;
    EngineFailed for a tree of more than `most` positions.
    """
    for key in _KEYS:
        if key not in document:
            raise QueryError(f"a certificate has {key!r}, and this has not")
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
    """The most turns at an information set of which some strategy says what to do.

    So many turns more as there are players, and another, and one of them comes to a
    guess after a turn that no strategy has: what is later need not be grown.
    """
    return max((known.count(">") for plan in plans for known in plan), default=0)


def spelled_profile(document: Strategy) -> Strategy:
    """The same strategy, the classes in its texts in the order of their names.

    Raises QueryError if two texts are then the same: one would hide the other.
    """
    return by_spelling(
        {k: by_spelling(acts) for k, acts in document.items()}, _in_order
    )


def _in_order(known: str) -> str:
    """What is known, the turns as they are, and the classes in order of name."""
    turns, line, classes = known.partition(" | ")
    return f"{turns}{line}{' '.join(sorted(classes.split(' ')))}"


def claims(document: Mapping[str, Any], found: ProfileValue) -> bool:
    """Whether a certificate claims what its profile is worth.

    Raises QueryError for what are no fractions.
    """
    lists = [document["wins"], document["best"], [document["broken"]]]
    if not all(isinstance(some, list) for some in lists):
        raise QueryError("wins and best have a fraction for each player")
    wins, best, (broken,) = (tuple(map(fraction, some)) for some in lists)
    return ProfileValue(wins, best, broken) == found


def _chances(decision: DecisionSet, plan: Strategy) -> list[Fraction]:
    """What a plan does at an information set; anything if it does not say."""
    label, names = information_text(decision), actions(decision)
    if label not in plan:
        return [Fraction(1, len(names))] * len(names)
    return [plan[label].get(spelling(act), Fraction()) for act in names]


def _require_described(decision: DecisionSet, plan: Strategy) -> None:
    """Raise QueryError unless a plan says what to do at an information set."""
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
    """The information sets that a certificate has, in the order of the tree.

    One player may leave the profile, as long as he is in the game.
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
    """What a player knows at an information set."""
    player, kinds, counts = decision.view
    turns, marks = _turns(player, kinds)
    sizes = _sizes(counts, marks)
    parts = sorted(f"{name}:{size}/{own}" for name, (size, own) in sizes.items())
    return f"{' '.join(turns) or 'start'} | {' '.join(parts)}"


def actions(decision: DecisionSet) -> list[str]:
    """What can be done at an information set, by names."""
    _, marks = _turns(decision.player, decision.kinds)
    return [_action(pick.kind, pick.cards, marks) for pick in decision.picks]


def _action(kind: str, cards: ProfileActions, marks: Sequence[str]) -> str:
    """An action with how many cards of each class, own ones of a question too."""
    parts = (
        f"{name}:{size}" + f"/{own}" * (kind == Asks.name)
        for name, (size, own) in _sizes(cards, marks).items()
    )
    return " ".join((kind, *sorted(parts)))


def _sizes(cards: ProfileActions, marks: Sequence[str]) -> dict[str, list[int]]:
    """How many cards there are of each class, and how many of them are own."""
    sizes: dict[str, list[int]] = {}
    for (own, events), number in cards:
        size = sizes.setdefault(_class(events, marks), [0, 0])
        size[0] += number
        size[1] += number * bool(own)
    return sizes


def _turns(player: int, kinds: Sequence[Sequence[Any]]) -> tuple[list[str], list[str]]:
    """The turns that a player has seen, and for each event how it marks its cards."""
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
    """A class of cards by the events that name it."""
    found = [marks[k] for k in events]
    shown = {mark[:-1] for mark in found if mark.endswith("*")}
    return ".".join(mark for mark in found if mark not in shown) or "-"
