"""The derivation of a player's knowledge, from the reasons that `why` finds.

Each line cites the lines and axioms from which it follows, and this is checked by the
solver of `why`. For a line from an observation, the check is that the player knows it
by that observation. For any other line, it is that the line follows from the lines and
the axioms that it cites, and by no other axiom.
"""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.compilation import dataclass
from mystpy.engines.base import Engine
from mystpy.engines.explain.selectors import AXIOMS, PILE_SIZE, SORTS, AxiomSelector
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.decidable import ground
from mystpy.language.nodes import Formula, Knows
from mystpy.language.read import write_formula
from mystpy.language.subformulas import children, is_objective, walk
from mystpy.questions.derivation.builder import DerivationBuilder
from mystpy.questions.derivation.drafts import Drafts
from mystpy.questions.derivation.entailment import EntailmentCheck
from mystpy.questions.reason import Reason
from mystpy.questions.why import Why, why
from mystpy.views import seen_by


@dataclass(frozen=True, slots=True)
class DerivationLine:
    """A line of a derivation, and its premises.

    `lines` are the numbers of earlier lines, from 1 on. If `equivalent`, the one that
    is cited first follows from this one as well. A line from an observation has a
    `reason`.
    """

    formula: Formula
    lines: tuple[int, ...] = ()
    axioms: tuple[str, ...] = ()
    reason: Reason | None = None
    equivalent: bool = False


@dataclass(frozen=True, slots=True)
class Derivation:
    """A derivation; `player` knows all of its lines, or, if None, they are true."""

    player: int | None
    lines: tuple[DerivationLine, ...]


def derive(found: Why, history: History, engine: Engine) -> Derivation:
    """Return the derivation of the explained formula.

    If the explanation rests on facts that the player has not seen, reasons are sought
    in the player's own view. Raises QueryError if there is no derivation: for a formula
    that does not follow, one not about cards, knowledge of knowledge, and knowledge
    whose reasons are not given.
    """
    player, goal = _goal(found, history.game)
    check = EntailmentCheck(history, player)
    if player is not None and not all(map(check.knows, found.because)):
        found, history = _as_seen(found, history, player, engine)
        check = EntailmentCheck(history, player)
        if not all(map(check.knows, found.because)):
            raise _not_known(found, player, history.game)
    partition = {each.label: each for each in (*AXIOMS, SORTS)}
    axioms = [partition[label] for label in found.axioms if label in partition]
    if history.game.sorts and PILE_SIZE in axioms:
        axioms.append(SORTS)
    drafts = DerivationBuilder(history.game, found.because, axioms, goal).build()
    return Derivation(player, _without_repetition(list(_lines(drafts, check))))


def _as_seen(
    found: Why, history: History, player: int, engine: Engine
) -> tuple[Why, History]:
    """Return the same, explained by the player's view, and that history."""
    seen, explained = seen_by(history, player), found.explained or found.formula
    again = why(seen, explained, engine)
    if not again.follows:
        raise _not_known(found, player, history.game)
    return again, seen


def _not_known(found: Why, player: int, game: Game) -> QueryError:
    """Return the error for a formula known for reasons that were not found."""
    who = game.owner(player)
    said = write_formula(found.explained or found.formula, game)
    return QueryError(
        f"{said} follows from what {who} may not know, so there is no derivation for"
        " that player",
        hint=f"give the hand of {who}, or ask without K",
    )


def _goal(found: Why, game: Game) -> tuple[int | None, Formula]:
    """Return the player who knows the conclusion, if any, and its formula."""
    explained = found.explained or found.formula
    player, goal = None, explained
    if isinstance(goal, Knows):
        player, goal = int(str(goal.agent)), goal.body
    said = write_formula(explained, game)
    if not found.follows:
        raise QueryError(
            f"there is no derivation of {said}, which does not follow",
            hint="without --derivation, why shows a world in which it is false",
        )
    atoms = [part for part in walk(ground(goal, game)) if not children(part)]
    if not is_objective(goal) or not all(isinstance(atom, H) for atom in atoms):
        raise QueryError(
            f"a derivation is about cards, or about what one player knows of them: not"
            f" {said}",
            hint="ask for K(i,F) of one player at a time, with F about cards; without"
            " --derivation, why has the reasons",
        )
    return player, goal


def _lines(drafts: Drafts, check: EntailmentCheck) -> Iterator[DerivationLine]:
    """The lines that are needed, each checked."""
    needed = drafts.needed()
    numbers = {draft: k for k, draft in enumerate(needed, 1)}
    for draft, cited in needed.items():
        line = drafts.lines[draft]
        assert line.formula is not None
        if line.reason is not None:
            yield DerivationLine(line.formula, reason=line.reason)
            continue
        sources = [drafts.lines[k].formula for k in sorted(cited)]
        given = [each for each in sources if each is not None]
        axioms = check.fewest(given, line.formula, line.axioms)
        equivalent = False
        if line.rewrites:
            main = max(cited)
            others = [drafts.lines[k].formula for k in sorted(cited - {main})]
            before = [line.formula, *(each for each in others if each is not None)]
            meant = drafts.lines[main].formula
            equivalent = meant is not None and check.follows(before, meant, axioms)
        order = sorted(cited, reverse=line.rewrites)
        yield DerivationLine(
            line.formula,
            tuple(numbers[k] for k in order),
            tuple(_label(each) for each in axioms),
            equivalent=equivalent,
        )


def _without_repetition(lines: list[DerivationLine]) -> tuple[DerivationLine, ...]:
    """Return the lines without the last one if it repeats the one before it."""
    *before, last = lines
    repeated = bool(before) and last.lines == (len(before),)
    if repeated and last.formula == before[-1].formula:
        return tuple(before)
    return tuple(lines)


def _label(axiom: AxiomSelector) -> str:
    """Return the number of an axiom; the sorts' is that of the pile's size."""
    return PILE_SIZE.label if axiom == SORTS else axiom.label
