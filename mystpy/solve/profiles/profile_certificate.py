"""Certificates of profiles: what three players and more win with, and could gain.

In the field: certifying algorithms. A program in `tools/` computes the same numbers
from the strategies alone, and uses nothing of this package.

A player knows the turns: `1>2` if player 1 was shown a card by player 2, `1>-` if
nobody had one, `1>` while a card is to be shown, with a `!` after a wrong guess. A
class of cards is told by the turns that name it: `1` was asked for, `1*` was shown so
that he saw it, `1!` was guessed. `1>2 | -:3/1 1*:1/0` has four cards, one of them own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from mystpy.errors import QueryError
from mystpy.solve.extensive.certificate import dealt_game, fraction, strategy
from mystpy.solve.profiles.game_tree import DecisionSet, GameTree, Picked, game_tree
from mystpy.solve.profiles.profile import Profile, Worth, reached

VERSION = 3

_KEYS = ("game", "hands", "turns", "idle", "wins", "best", "broken", "strategies")


def profile_certificate(
    tree: GameTree, profile: Profile, found: Worth
) -> dict[str, Any]:
    """A certificate as an object of JSON: fractions are texts.

    A strategy has an entry for each information set with a choice, and each with a
    guess, that its player comes to if at most one of the others leaves the profile.
    """
    strategies: dict[str, dict[str, dict[str, str]]] = {
        str(i): {} for i in range(1, tree.game.p + 1)
    }
    for number in _needed(tree, profile):
        decision = tree.decisions[number]
        pairs = zip(actions(decision), profile[number], strict=True)
        acts = {act: str(chance) for act, chance in pairs if chance}
        strategies[str(decision.player)][known(decision)] = acts
    return {
        "certificate": VERSION,
        "game": tree.game.to_dict(),
        "hands": list(tree.game.sizes[1:]),
        "turns": tree.turns,
        "idle": tree.idle,
        **{key: list(map(str, getattr(found, key))) for key in ("wins", "best")},
        "broken": str(found.broken),
        "strategies": strategies,
    }


def profile_of(told: Mapping[str, Any]) -> tuple[GameTree, Profile]:
    """The game of a certificate, and what its strategies do.

    Raises QueryError for what is no certificate, for chances that are negative or do
    not add up to 1, and for a strategy that does not say what to do somewhere.
    """
    for key in _KEYS:
        if key not in told:
            raise QueryError(f"a certificate has {key!r}, and this has not")
    game = dealt_game(told)
    if type(told["turns"]) is not int or told["turns"] < 1:
        raise QueryError(f"turns are a number from 1 on, not {told['turns']!r}")
    if not isinstance(told["idle"], bool):
        raise QueryError(f"idle is true or false, not {told['idle']!r}")
    tree = game_tree(game, told["turns"], idle=told["idle"])
    plans = [strategy(told["strategies"], i) for i in range(1, game.p + 1)]
    profile = [_chances(one, plans[one.player - 1]) for one in tree.decisions]
    whole = [
        one or [Fraction(1, len(d.picks))] * len(d.picks)
        for one, d in zip(profile, tree.decisions, strict=True)
    ]
    for number in _needed(tree, whole):
        if not profile[number]:
            decision = tree.decisions[number]
            raise QueryError(
                f"the strategy of player {decision.player} does not say what to do at"
                f" {known(decision)!r}"
            )
    return tree, whole


def claims(told: Mapping[str, Any], found: Worth) -> bool:
    """Whether a certificate claims what its profile is worth.

    Raises QueryError for what are no fractions.
    """
    lists = [told["wins"], told["best"], [told["broken"]]]
    if not all(isinstance(some, list) for some in lists):
        raise QueryError("wins and best have a fraction for each player")
    wins, best, (broken,) = (tuple(map(fraction, some)) for some in lists)
    return Worth(wins, best, broken) == found


def _chances(
    decision: DecisionSet, plan: Mapping[str, Mapping[str, Fraction]]
) -> list[Fraction]:
    """What a plan does at an information set; nothing if it does not say."""
    label, names = known(decision), actions(decision)
    if label not in plan:
        return []
    for act in plan[label]:
        if act not in names:
            raise QueryError(f"at {label!r} nobody can {act!r}")
    return [plan[label].get(act, Fraction()) for act in names]


def _needed(tree: GameTree, profile: Profile) -> Iterator[int]:
    """The information sets that a certificate has, in the order of the tree."""
    comes = [set[int]() for _ in range(tree.game.p + 1)]
    for player in range(1, tree.game.p + 1):
        weights = reached(tree, profile, player)
        for node, weight in zip(tree.nodes, weights, strict=True):
            if weight and node.decision >= 0:
                comes[player].add(node.decision)
    for number, decision in enumerate(tree.decisions):
        some = (k for k in range(1, tree.game.p + 1) if k != decision.player)
        chooses = len(decision.picks) > 1 or decision.picks[0].kind == "guess"
        if chooses and any(number in comes[k] for k in some):
            yield number


def known(decision: DecisionSet) -> str:
    """What a player knows at an information set."""
    player, kinds, counts = decision.view
    turns, marks = _turns(player, kinds)
    sizes: dict[str, list[int]] = {}
    for (own, events), number in counts:
        size = sizes.setdefault(_class(events, marks), [0, 0])
        size[0] += number
        size[1] += number * bool(own)
    parts = sorted(f"{name}:{size}/{own}" for name, (size, own) in sizes.items())
    return f"{' '.join(turns) or 'start'} | {' '.join(parts)}"


def actions(decision: DecisionSet) -> list[str]:
    """What can be done at an information set, by names."""
    _, marks = _turns(decision.player, decision.kinds)
    return [_action(pick.kind, pick.cards, marks) for pick in decision.picks]


def _action(kind: str, cards: Picked, marks: Sequence[str]) -> str:
    """An action with how many cards of each class, own ones of a question too."""
    sizes: dict[str, list[int]] = {}
    for (own, events), number in cards:
        size = sizes.setdefault(_class(events, marks), [0, 0])
        size[0] += number
        size[1] += number * bool(own)
    parts = (
        f"{name}:{size}" + f"/{own}" * (kind == "asks")
        for name, (size, own) in sizes.items()
    )
    return " ".join((kind, *sorted(parts)))


def _turns(player: int, kinds: Sequence[Sequence[Any]]) -> tuple[list[str], list[str]]:
    """The turns that a player has seen, and for each event how it marks its cards."""
    turns, marks = list[list[Any]](), list[str]()
    for kind, who, *_ in kinds:
        if kind == "asks":
            turns.append([who, "", ""])
        elif kind == "shows":
            turns[-1][1] = who
        elif kind == "guess":
            turns[-1][2] = "!"
        star = {"shows": "*", "guess": "!"}.get(kind, "")
        marks.append(f"{len(turns)}{star}")
    open_ = bool(kinds) and kinds[-1][0] == "yes"
    told = []
    for k, (who, shower, wrong) in enumerate(turns, 1):
        nobody = "" if open_ and k == len(turns) else "-"
        told.append(f"{who}>{shower or nobody}{wrong}")
    return told, marks


def _class(events: Sequence[int], marks: Sequence[str]) -> str:
    """A class of cards by the events that name it."""
    found = [marks[k] for k in events]
    shown = {mark[:-1] for mark in found if mark.endswith("*")}
    return ".".join(mark for mark in found if mark not in shown) or "-"
