"""Games in words, as the pages name them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

GameObject = Mapping[str, Any]
"""A game object, as in JSON; or a place of the recurrence (4.1)."""


def game_words(game: GameObject) -> str:
    """Return the name of a game in a sentence: `MYST(1,1,2,1)`, `Clue for 3 players`.

    Raises KeyError for an object that is no game.
    """
    match game["rules"]:
        case "myst":
            return "MYST({m},{n},{p},{q})".format(**game)
        case "4.1":
            place = (game[key] for key in ("m", "n1", "n2") if key in game)
            return f"(4.1) at ({', '.join(map(str, place))})"
        case "generalized":
            named = "generalized Clue with m = {m}, n = {n}, p = {p}".format(**game)
            most = f", {_cards(game['q'])} at most asked for" if "q" in game else ""
            return named + most
        case "cards":
            asked = f"{_cards(game['q'])} asked for"
            words = [f"a game of {_cards(len(game['cards']))}", _sizes(game), asked]
        case _:
            words = list(_clue(game))
    if "left_over" in game or "face_up" in game:
        table = game.get("left_over", len(game.get("face_up", ())))
        words.append(f"{_cards(table)} on the table")
    return ", ".join(words)


def _clue(game: GameObject) -> Iterator[str]:
    """Yield the parts of a game of Clue: players, sorts, our rules, uneven hands."""
    kind = "Speed Clue" if game.get("speed") else "Clue"
    kind += " on a board" if game.get("board") else ""
    sizes = [len(cards) for cards in game.get("sorts", {}).values()]
    sorts = f" with {_sorts(sizes)}" if sizes else ""
    yield f"{kind} for {game['p']} players{sorts}"
    if "sizes" in game:
        yield _sizes(game)


def _sizes(game: GameObject) -> str:
    """Return the numbers of cards of the pile and of each player."""
    names: Sequence[str] = game.get("players", ())
    places = (_place(holder, names) for holder in game["sizes"])
    pairs = zip(game["sizes"].values(), places, strict=True)
    return _listed([f"{size} {place}" for size, place in pairs])


def _place(holder: str, names: Sequence[str]) -> str:
    if holder == "0":
        return "in the pile"
    return f"with {names[int(holder) - 1] if names else f'player {holder}'}"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _sorts(sizes: Sequence[int]) -> str:
    if len(sizes) == 1:
        return f"one sort of {_cards(sizes[0])}"
    return f"sorts of {_listed(sizes)} cards"


def _listed(items: Sequence[object]) -> str:
    """Return several things as in a sentence: `a, b and c`."""
    *first, last = map(str, items)
    return f"{', '.join(first)} and {last}" if first else last
