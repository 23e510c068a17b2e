"""Players and hand sizes as users give them: numbers or names, lists or mappings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mystpy.errors import GameError, did_you_mean
from mystpy.game.checks import (
    GameValues,
    check_constant,
    check_count,
    check_texts,
    is_number,
    numbers,
)
from mystpy.names.written import NameTable

Sizes = (
    Sequence[int]
    | Sequence[int | str]
    | Mapping[int, int]
    | Mapping[str, int]
    | Mapping[str, int | str]
)
"""The number of cards of each holder: by index, or by number or name. "2..3" is a range
of which it is not known which it is.
"""


def player_names(
    p: int, players: Sequence[str] | None, table: NameTable
) -> tuple[str, ...]:
    """The names of p players, given or not."""
    check_constant("p", p, 2)
    check_count(p, "players")
    if players is None:
        return numbers(p)
    if len(check_texts("players", players)) != p:
        raise GameError(f"p = {p}, but {len(players)} players are named")
    return table.add("player", players)


def player_count(p: int | None, players: Sequence[str] | None) -> int:
    """How many players there are, by their number or by their names."""
    if p is not None:
        return p
    if players is None:
        raise GameError("the game does not say p", hint="give p, or the players' names")
    return len(check_texts("players", players))


def dealt_round(cards: int, p: int) -> list[int]:
    """The hand sizes when cards are dealt round, starting with player 1."""
    each, extra = divmod(cards, p)
    if each < 1:
        shortage = f"{cards} cards do not" if cards > 0 else "no cards are left to"
        raise GameError(f"{shortage} go round {p} players")
    return [each + (player <= extra) for player in range(1, p + 1)]


def left_of(left_over: int | None, face_up: Sequence[str]) -> tuple[int, ...]:
    """The size of the table, if any cards are left over: as many as lie face up."""
    up = len(check_texts("face_up", face_up))
    number = up if left_over is None else left_over
    if not is_number(number) or number < 0:
        raise GameError(f"left_over = {number!r}, which is no number of cards")
    if number < up:
        raise GameError(f"{up} cards lie face up, but {number} are left over")
    return (number,) * (number > 0)


def largest_holder(sizes: Sizes) -> int:
    """The number of players that sizes speak of, where players have no names."""
    if not isinstance(sizes, Mapping):
        return len(_listed(sizes)) - 1
    keys = [str(key) for key in sizes]
    for key in keys:
        if not (key.isascii() and key.isdigit() and len(key) < 9):
            raise GameError(
                f"sizes names a player {key[:40]!r}, but the players have no names",
                hint="give their names as players, or their numbers here",
            )
    return max(map(int, keys), default=0)


def read_sizes(
    sizes: Sizes,
    names: tuple[str, ...],
    table: NameTable,
    *,
    pile: int | None,
    c: int,
) -> Any:
    """The sizes by holder, each still to be checked.

    A mapping may leave out the pile, which then has `pile` cards or, if that is
    None, what the hands leave of c.
    """
    if not isinstance(sizes, Mapping):
        return tuple(_listed(sizes))
    found = _by_holder(sizes, names, table)
    hands = []
    for player in range(1, len(names) + 1):
        if player not in found:
            raise GameError(f"sizes leaves out player {player}")
        hands.append(found[player])
    rest = c - sum(size for size in hands if is_number(size))
    return (found.get(0, rest if pile is None else pile), *hands)


def _listed(sizes: object) -> Sequence[int]:
    if isinstance(sizes, (list, tuple)):
        return sizes
    raise GameError(
        f"sizes must be a list or a table, not {sizes!r}",
        hint='for example {"1": 5, "2": 4}, or a list that begins with the pile',
    )


def _by_holder(
    sizes: Mapping[Any, Any], names: tuple[str, ...], table: NameTable
) -> dict[int, Any]:
    known = {str(number): number for number in range(len(names) + 1)}
    known |= {name: number for number, name in enumerate(names, 1)}
    found: dict[int, Any] = {}
    for key, size in sizes.items():
        holder = known.get(table.find(str(key)))
        if holder is None:
            hint = did_you_mean(str(key), known) or f"the players: {', '.join(names)}"
            raise GameError(f"sizes names an unknown player {key}", hint=hint)
        if holder in found:
            raise GameError(f"sizes names player {holder} twice")
        found[holder] = size
    return found


def check_claims(game: GameValues, claims: Mapping[str, object]) -> None:
    """Hold what is said besides of p or q to what the cards and the hands say."""
    if claims.get("q") not in (None, game.q):
        raise GameError(
            f"q = {claims['q']!r}, but a question of Clue has one card of each of "
            f"{game.q} sorts",
            hint="leave q out",
        )
    if claims.get("p") not in (None, game.p):
        raise GameError(
            f"p = {claims['p']!r}, but sizes are given for {game.p} players"
        )
