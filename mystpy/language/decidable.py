"""The formulas that a command can decide; the errors for others name who can.

All commands read one language. `ask`, `know`, `why` and the engines are about one
situation, `check` and puzzles about the worlds of a model, `theorem` about all
situations of a game.

Announcements are eliminated for engines by the reduction axioms of public announcement
logic (Plaza 1989). An agent knows G after the announcement of a true F under this
condition: before it, the agent knew that G would hold after the announcement. Common
knowledge has no such axiom: there the announcement is kept. It is evaluated where
worlds can be removed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from mystpy.compilation import replace
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.language.atoms import Atom, OpenAtom, PossAtom
from mystpy.language.expand import expand
from mystpy.language.junctions import (
    announcement_formula,
    count_formula,
    count_size,
    fold_constants,
    iterate_everyone,
    of_player,
    unabbreviated_size,
)
from mystpy.language.nodes import (
    After,
    Announcing,
    Believes,
    Common,
    Considers,
    CountOf,
    Everyone,
    Formula,
    GroupAnnouncing,
    GroupModal,
    Iff,
    Implies,
    Iterated,
    Next,
    PlayerModal,
)
from mystpy.language.read import read
from mystpy.language.subformulas import (
    children,
    is_announcing,
    is_objective,
    is_past,
    is_static,
    refuse_deep,
    walk,
    with_children,
)
from mystpy.language.temporal import Doing, Past, Temporal
from mystpy.language.vocabulary import ConjectureWords, ModelWords

MAX_WRITTEN_OUT = 100_000
"""The maximal number of parts of a conjecture once its abbreviations are expanded."""


def parse_in_model(text: str, words: ModelWords, source: str | None = None) -> Formula:
    """Return the formula of a text about a model, without quantifiers and counts.

    Raises ParseError with the position, what was expected there, and the nearest
    known word, also for atoms and agents that are not in the vocabulary; QueryError if
    the quantifiers unfold into too much.
    """
    return expand(read(text, words, source), words)


def parse_conjecture(
    text: str, source: str | None = None, games: Iterable[Game] = ()
) -> Formula:
    """Return the formula of a text about all situations of these games.

    Without games the cards are called s1, s2, ... The operators Kw, B, M, E^k, counts
    of listed formulas and announcements are expanded. Raises ParseError for text that
    cannot be read, for a free variable, and for a word of the wrong sort. Raises
    QueryError for announcements over common knowledge and over actions, and for counts
    of too many formulas.
    """
    given = read(text, ConjectureWords.of(games), source)
    _require_short(given)
    found = reduce_announcements(_plain(given))
    if is_announcing(found):
        raise QueryError(
            "of all situations of a game no announcement is decided over common "
            "knowledge, over what can be done after it, or over other times",
            hint="mystpy ask decides [F!]C(players,G) in one situation",
        )
    return found


def _require_short(given: Formula) -> None:
    """Raise QueryError for a formula that has too many parts once it is plain."""
    size = _plain_size(given)
    if size > MAX_WRITTEN_OUT:
        raise QueryError(
            f"with counts, <->, Kw and E^k written out this formula has {size:,} parts,"
            f" more than {MAX_WRITTEN_OUT:,}",
            hint="count fewer formulas; or let mystpy ask decide it in one situation",
        )


def _plain_size(f: Formula) -> int:
    """How many parts a formula has, at most, once its abbreviations are written out."""
    sizes = [_plain_size(part) for part in children(f)]
    if isinstance(f, Iff):
        return 2 * sum(sizes) + 1
    return unabbreviated_size(f, sizes, count_size)


def _plain(f: Formula) -> Formula:
    below = [_plain(part) for part in children(f)]
    match f:
        case Announcing():
            return announcement_formula(f, *below)
        case PlayerModal(agent):
            return of_player(f, agent, below[0])
        case Iterated(group=group, times=times):
            return iterate_everyone(times, group, below[0])
        case CountOf(exact, number):
            return count_formula(exact, number, below)
    return with_children(f, below)


def ground(formula: Formula, game: Game, *, other_situations: bool = False) -> Formula:
    """Return the formula in the form for engines, about one situation of a game.

    It is expanded except for counts, which are those of listed formulas. Announcements
    are eliminated except over common knowledge, and so are constants, see
    `fold_constants`. This is the one normal form from which all engines and `why`
    start. Raises QueryError for formulas about `other_situations`, unless they are
    allowed, about whole ways ahead, or about a model, and as `expand`.
    """
    for part in walk(formula):
        if isinstance(part, PossAtom | After | Next) and not other_situations:
            word = {PossAtom: "possible", After: "after"}.get(type(part), "next")
            raise QueryError(
                f"{word!r} speaks of what can be done in a situation, and here only "
                "what holds in it is decided",
                hint=f"{_IN_SMALL_GAMES}; {_IN_ALL_SITUATIONS}",
                word=word,
            )
        if isinstance(part, Temporal | Announcing):
            _refuse_other_times(part, past=other_situations)
        if isinstance(part, Atom | OpenAtom):
            raise QueryError(
                f"{part} is an atom of a model, and a game has none",
                hint="mystpy check decides it in a model file",
                word=part.name,
            )
    return fold_constants(reduce_announcements(expand(formula, game, keep_counts=True)))


_IN_SMALL_GAMES = "--engine worlds decides it in small games"
_IN_ALL_SITUATIONS = "mystpy theorem --say decides it of all situations of a game"


def explainable_form(f: Formula, game: Game) -> Formula:
    """An equivalent formula of a game, still to be read, from which `why` starts.

    B is K in it, M is ~K~, and the group of all players is written out.
    """
    below = [explainable_form(part, game) for part in children(f)]
    if isinstance(f, Believes | Considers):
        return of_player(f, f.agent, below[0])
    if isinstance(f, GroupModal) and f.group == "players":
        everybody = tuple(range(1, game.p + 1))
        return replace(with_children(cast("Everyone", f), below), group=everybody)
    return with_children(f, below) if below else f


def _refuse_other_times(part: Temporal | Announcing, *, past: bool) -> None:
    """Raise QueryError for a formula about other times, except an allowed `past`."""
    if isinstance(part, Announcing):
        if not is_static(part):
            when = "what was before" if is_past(part) else "what can be done"
            raise QueryError(
                f"{when} is not asked together with announcements: {part}",
                hint="ask it without the announcement",
            )
    elif not (past and isinstance(part, Past)):
        hint = _IN_ALL_SITUATIONS
        if isinstance(part, Past):
            hint = f"{_IN_SMALL_GAMES}; {hint}"
        raise QueryError(
            f"{part.phrase!r} speaks of other situations of a play, and here only "
            "what holds in one is decided",
            hint=hint,
            word=part.phrase,
        )


def reduce_announcements(formula: Formula) -> Formula:
    """An equivalent formula without announcements, but over common knowledge.

    Raises QueryError if it is nested too deeply.
    """
    if not is_announcing(formula):
        return formula
    found = _reduced(formula)
    refuse_deep(found)
    return found


def _reduced(f: Formula) -> Formula:
    below = [_reduced(part) for part in children(f)]
    if not isinstance(f, Announcing):
        return with_children(f, below)
    said, body = below
    if any(map(_stays, walk(body))):
        return Announcing(said, body)
    return Implies(said, _after(said, body))


def _stays(f: Formula) -> bool:
    several = isinstance(f, Common) and not (
        isinstance(f.group, tuple) and len(f.group) == 1
    )
    updating = GroupAnnouncing | Doing
    return several or isinstance(f, Announcing | After | Next | Temporal | updating)


def _after(said: Formula, f: Formula) -> Formula:
    """Return a formula for the past of f: where `said` is true, f holds after it."""
    if is_objective(f):
        return f
    below = [_after(said, part) for part in children(f)]
    if isinstance(f, PlayerModal | GroupModal):
        below = [Implies(said, part) for part in below]
    return with_children(f, below)
