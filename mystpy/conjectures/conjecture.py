"""Conjectures, and the parts of results that all methods have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from mystpy.axiom_folder import cached_by_theory
from mystpy.compilation import dataclass, pattern, replace
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.game.checks import check_carried
from mystpy.game.game import Game
from mystpy.language.atoms import Falsity
from mystpy.language.decidable import parse_conjecture
from mystpy.language.nodes import (
    After,
    And,
    Formula,
    Implies,
    Next,
    Not,
    Quantified,
)

Form = Literal["always", "initially", "sometimes", "never"]
Of = Literal["every game", "some game"]
"""The games in which `sometimes` asserts a situation: every one, or at least one."""

NO_GUESSES = "no guesses"
"""The moves of a conjecture about histories in which nobody guesses."""

NOTHING_NEXT = (
    "its premises are met, but only where none of the actions is possible that next or "
    "after speaks of: it holds there whatever stands behind them"
)
"""The note if all instances are worlds in which no such action is possible."""

_NAMED = 8
"""The largest number of games that a scope lists by name."""


@dataclass(frozen=True, slots=True)
class Conjecture:
    """A formula, with the situations and games in which it is conjectured to hold.

    If the ranges of some constants are `without_end`, the games are the first of them.
    `depth` bounds the number of actions; None means no bound. Unless there are
    `guesses`, the histories are those in which nobody has guessed. `sometimes` is
    asserted `of` every game, or of some game.
    """

    name: str
    form: Form
    text: str
    games: tuple[Game, ...]
    depth: int | None = None
    title: str = ""
    expect: str | None = None
    source: str | None = None
    guesses: bool = True
    of: Of = "every game"
    without_end: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        for game in self.games:
            check_carried(
                game,
                "a verdict about all situations",
                hint="they are explored for questions that go round; mystpy ask, why "
                "and know answer for one history, and mystpy poss says what may follow",
            )

    @property
    def node(self) -> Formula:
        """Return the formula to check in each situation; negated for some forms."""
        found = _parsed(self.text, self.source, self.games)
        return Not(found) if self.form in ("never", "sometimes") else found

    @property
    def changed(self) -> bool:
        """Return whether some game has our rules, for which nothing is proved."""
        return any(game.changed for game in self.games)


@cached_by_theory(16)
def _parsed(text: str, source: str | None, games: tuple[Game, ...]) -> Formula:
    """Return the formula of a text; it is cached, since all methods need it."""
    return parse_conjecture(text, source, games)


def judge_result(
    conjecture: Conjecture,
    query: Mapping[str, object] | None,
    *,
    proves: bool,
    method: str,
    instances: int,
    scope: Mapping[str, object] | None = None,
    note: str | None = None,
    ended: int = 0,
    complete: bool = False,
) -> Result:
    """Return the result of a complete check; engines confirm a counterexample.

    If there was no instance but some were `ended`, it holds because its premises are
    true only in situations in which none of its actions is possible. If a `complete`
    check of all situations found no instance, the premises are never true.
    """
    if query is not None:
        from mystpy.conjectures.replay.engines import replay_note  # slow to load
        from mystpy.conjectures.replay.instance import explained

        note = replay_note(conjecture.node, query)
        query = explained(query, conjecture.node)
    found = Result.judged(
        query,
        proves=proves,
        statement=statement_of(conjecture),
        method=method,
        scope=bounds_of(conjecture.games) if scope is None else scope,
        instances=instances or ended,
        note=NOTHING_NEXT if ended and not instances and query is None else note,
    )
    if found.verdict is Verdict.OPEN and complete and has_premises(conjecture.node):
        note = f"its premises are never true: {note}"
        return replace(found, verdict=Verdict.PROVED, vacuous=True, note=note)
    if found.verdict is Verdict.OPEN:
        return replace(found, note="its premises were never true, so nothing is said")
    return found


def statement_of(conjecture: Conjecture) -> str:
    """Return the form and the formula in one line."""
    depth = "" if conjecture.depth is None else f" within {conjecture.depth} actions"
    moves = "" if conjecture.guesses else f", {NO_GUESSES}"
    of = "" if conjecture.of == "every game" else f" in {conjecture.of}"
    said = " ".join(conjecture.text.split())
    return f"{conjecture.form}{of}{depth}{moves}: {said}"


def premises_only(node: Formula, *, acting: bool = False) -> Formula:
    """Return the formula with `false` in place of its conclusion.

    If `acting`, the conclusion is the part that must hold after an action.
    """
    match node:
        case Quantified(every=True) | After() | Next():
            if acting or isinstance(node, Quantified):
                return replace(node, body=premises_only(node.body, acting=acting))
        case Implies(left, right):
            return Implies(left, premises_only(right, acting=acting))
        case And(parts):
            return And(tuple(premises_only(part, acting=acting) for part in parts))
    return Falsity()


def has_premises(node: Formula) -> bool:
    """Return whether the formula has premises, and more than `false` follows them."""
    return premises_only(node) not in (node, Falsity())


_HEADING = pattern(
    r"(?P<form>always|initially|sometimes|never)(?: in (?P<of>some game))?"
    r"(?: within (?P<depth>\d+) actions)?(?:, (?P<moves>no guesses))?:"
)


def heading_of(text: str) -> tuple[dict[str, str], str]:
    """Return the heading before a formula as `statement_of` writes it, and the formula.

    The heading has the keys form, of, depth and moves, as far as they are given.
    """
    found = _HEADING.match(text.lstrip())
    if found is None:
        return {}, text
    said = {key: word for key, word in found.groupdict().items() if word is not None}
    return said, text.lstrip()[found.end() :].lstrip()


def there_is(games: Sequence[Game], conjecture: Conjecture) -> str:
    """Return the text that these games, or the first of them, have a situation."""
    text = "there is such a situation"
    if conjecture.of == "some game" and games:
        return f"{text} in {_name(games[0])}, and some game is enough"
    return f"{text} in every game" if len(conjecture.games) > 1 else text


def bounds_of(games: Sequence[Game]) -> dict[str, object]:
    """Describe these games: by bounds that contain no others, or by names or spans.

    `c` and `p` are bounds only if the games are all MYST games within them, perhaps
    with questions of given sizes. Up to 8 other games are listed by name.
    """
    most: dict[str, object] = {
        "c": max(game.c for game in games),
        "p": max(game.p for game in games),
    }
    myst = all(game.rules == "myst" for game in games)
    if myst and _is_complete(games):
        if {game.q for game in games} != set(range(1, max(g.c for g in games) + 1)):
            most["q"] = span([game.q for game in games])
        return most | {"games": len(games)}
    if len(games) <= _NAMED:
        return {"games": ", ".join(map(_name, games))}
    found: dict[str, object] = {}
    if myst:
        found["m"] = span([game.sizes[0] for game in games])
        found["n"] = span([game.sizes[1] for game in games])
    found["p"] = span([game.p for game in games])
    found["q"] = span([game.q for game in games])
    found["c"] = span([game.c for game in games])
    return found | {"games": len(games)}


def sizes_of(games: Sequence[Game]) -> tuple[str, ...]:
    """Return the names of the sizes of games like these: sorts and hands for Clue."""
    with_sorts = games and all(game.sorts for game in games)
    return ("sorts", "hands") if with_sorts else ("m", "n", "q")


def _is_complete(games: Sequence[Game]) -> bool:
    """Return whether these are all MYST games within their bounds on c, p and q."""
    c, p = max(game.c for game in games), max(game.p for game in games)
    least, most = min(game.q for game in games), max(game.q for game in games)
    within = sum(
        len(range(least, min(most, m + n * players) + 1))
        for players in range(2, p + 1)
        for n in range(1, (c - 1) // players + 1)
        for m in range(1, c - n * players + 1)
    )
    return len(set(games)) == within


def _name(game: Game) -> str:
    if game.rules == "myst":
        return f"MYST({game.sizes[0]},{game.sizes[1]},{game.p},{game.q})"
    rules = "Clue" if game.rules == "clue" else "a game"
    rules = f"Speed {rules}" if game.speed else rules + " on a board" * game.board
    return f"{rules} with {game.p} players and {game.c} cards"


def span(numbers: Sequence[int]) -> str:
    """Return the range from the least to the greatest of some numbers."""
    least, most = min(numbers), max(numbers)
    return str(least) if least == most else f"{least}..{most}"
