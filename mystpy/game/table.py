"""The game object: a game as users write it in TOML and JSON.

The keys are those of the interface, the same in both: `rules`, and further keys for
each kind of rules. Defaults are not written.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mystpy.errors import GameError, did_you_mean
from mystpy.game.checks import RULES, GameValues, check_rules_known
from mystpy.game.sizes import dealt_round

FOLDER = Path(__file__).with_name("editions")


def edition_names() -> tuple[str, ...]:
    """Return the names of all editions."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def edition_sorts(name: object) -> dict[str, list[str]]:
    """Return the sorts of an edition, each with its cards.

    Raises GameError for an unknown edition.
    """
    import tomllib  # most games are given without

    names = edition_names()
    if name not in names:
        hint = did_you_mean(str(name), names) or f"the editions are {', '.join(names)}"
        raise GameError(f"there is no edition {str(name)[:40]!r}", hint=hint)
    table = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    return {sort: cards for sort, cards in table.items() if sort != "title"}


CLUE_SORTS: dict[str, tuple[str, ...]] = {
    "suspect": ("scarlett", "mustard", "plum", "green", "peacock", "white"),
    "weapon": ("knife", "revolver", "rope", "pipe", "wrench", "candlestick"),
    "room": (
        "kitchen",
        "study",
        "ballroom",
        "dining",
        "billiard",
        "lounge",
        "library",
        "conservatory",
        "hall",
    ),
}
"""The standard 21 cards of Clue, in deck order."""

ROOMS = "rooms"
"""The package in which tokens move on a board; a game object has no positions."""

_LEFT = ("left_over", "face_up", "shown")
KEYS: dict[str, tuple[str, ...]] = {
    "myst": ("rules", "m", "n", "p", "q", "players", "events", "shown"),
    "clue": (
        *("rules", "p", "sorts", "players", "sizes", "q", "board", "speed", "edition"),
        *("events", *_LEFT),
    ),
    "cards": ("rules", "cards", "sizes", "q", "p", "players", "events", *_LEFT),
    "generalized": ("rules", "m", "n", "p", "q", "players", "shown"),
}
"""The keys of a game object, by its rules."""


CLAIMED: dict[str, tuple[str, ...]] = {"clue": ("q",), "cards": ("p",)}
"""The redundant keys, whose values follow from the others."""


def read_game(obj: Mapping[str, object]) -> tuple[str, dict[str, Any]]:
    """Return the rules of a game object, and its values by key. Raises GameError."""
    if not isinstance(obj, Mapping):
        raise GameError(f"a game is a table of keys and values, not {obj!r}")
    rules = obj.get("rules")
    if rules is None:
        raise GameError(
            "the game does not say its rules", hint=f'for example rules = "{RULES[0]}"'
        )
    check_rules_known(rules)
    keys = KEYS[str(rules)]
    for key in obj:
        if key not in keys:
            raise _unknown_key(str(key), str(rules), keys)
    _refuse_rooms(obj)
    values: dict[str, Any] = {key: obj[key] for key in keys[1:] if key in obj}
    if rules in ("myst", "generalized"):
        if "p" not in values and isinstance(values.get("players"), (list, tuple)):
            values["p"] = len(values["players"])
        _need(values, str(rules), "m", "n", "p", *["q"] * (rules == "myst"))
    elif rules == "cards":
        _need(values, "cards", "cards", "sizes", "q")
    elif "edition" in values:
        if "sorts" in values:
            raise GameError("edition and sorts both say the cards", hint="give one")
        values["sorts"] = edition_sorts(values.pop("edition"))
    return str(rules), values


def _unknown_key(key: str, rules: str, keys: tuple[str, ...]) -> GameError:
    """Return the error for a key that a game with these rules does not have."""
    hint = did_you_mean(key, keys) or f"the keys are {', '.join(keys)}"
    if key in ("history", "title", "source", "at", "theory", "note"):
        hint = f"in a file write {key} above [game]: keys below it belong to the game"
    elif key in ("hands", "ask"):
        hint = f"in a file this is a table of its own: {_OWN_TABLES[key]}"
    return GameError(f"a game of {rules} has no key {key!r}", hint=hint)


_OWN_TABLES = {"hands": "[hands]", "ask": "[[ask]]"}


def _refuse_rooms(obj: Mapping[str, object]) -> None:
    if obj.get("board") == ROOMS:
        raise GameError(
            "Clue in which tokens move from room to room is the package "
            f"{ROOMS}, not a game of these rules",
            hint=f"give --theory {ROOMS} instead, and --game p=3 for three players",
        )


def _need(values: dict[str, Any], rules: str, *keys: str) -> None:
    for key in keys:
        if key not in values:
            needed = ", ".join(keys)
            raise GameError(
                f"the game does not say {key}", hint=f"{rules} needs {needed}"
            )


def _sizes_written(game: GameValues) -> tuple[int | str, ...]:
    """Return the size of each holder, a range if it is not known."""
    if not game.possible_sizes:
        return game.sizes
    from mystpy.game.size_ranges import ranges_of  # seldom needed

    return tuple(ranges_of(game.possible_sizes))


def write_game(game: GameValues) -> dict[str, object]:
    """Return the game object of a game; defaults are left out."""
    names: dict[str, object] = {"players": list(game.players)} if game.named else {}
    names |= {"shown": dict(game.shown)} if game.shown else {}
    names |= {"events": True} if game.events else {}
    if game.rules == "myst":
        constants = {"m": game.m, "n": game.n, "p": game.p, "q": game.q}
        return {"rules": "myst", **constants, **names}
    if game.rules == "generalized":
        most = {"q": game.q} if game.q < game.c else {}
        constants = {"m": game.m, "n": game.n, "p": game.p, **most}
        return {"rules": "generalized", **constants, **names}
    ranges = _sizes_written(game)
    by_holder = {str(k): size for k, size in enumerate(ranges[: game.p + 1])}
    left: dict[str, object] = {}
    if (over := sum(game.sizes[game.p + 1 :])) > len(game.face_up):
        left["left_over"] = over
    if game.face_up:
        left["face_up"] = list(game.face_up)
    if game.rules == "cards":
        cards = {"cards": list(game.cards), "sizes": by_holder, "q": game.q}
        return {"rules": "cards", **cards, **names, **left}
    obj: dict[str, object] = {"rules": "clue", "p": game.p, **names}
    if dict(game.sorts) != CLUE_SORTS:
        obj["sorts"] = {name: list(sort) for name, sort in game.sorts}
    if game.board:
        obj["board"] = True
    if game.speed:
        obj["speed"] = True
    rest = game.c - game.q - over
    hands = list(ranges[1 : game.p + 1])
    if rest < game.p or hands != dealt_round(rest, game.p):
        obj["sizes"] = by_holder
    return obj | left


def facts(game: GameValues) -> str:
    """Return the game as facts that both logic languages read, one per line.

    MYST: `constant(m,1).` and so on, `symbol(1,s1).` for every card. Clue and `cards`
    have `given_size(K,N).` instead of m and n, and `face_up(X).` for each card that
    lies face up; Clue has `sort_of(X,Sort).`
    """
    constants = {"m": game.m, "n": game.n, "p": game.p, "q": game.q}
    lines = [f"constant({c},{v})." for c, v in constants.items() if v is not None]
    lines += [f"symbol({i},{card})." for i, card in enumerate(game.cards, 1)]
    if game.rules in ("clue", "cards"):
        lines += [f"given_size({k},{size})." for k, size in enumerate(game.sizes)]
    lines += [f"face_up({card})." for card in game.face_up]
    lines += [f"sort_of({card},{name})." for name, sort in game.sorts for card in sort]
    return "\n".join(lines) + "\n"
