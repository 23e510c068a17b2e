"""Derivations as text, as LaTeX and as JSON objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mystpy.game.game import Game
from mystpy.history.actions import action_latex, action_text
from mystpy.language.read import write_formula
from mystpy.language.show import latex as in_latex
from mystpy.questions.derivation.derivation import Derivation, DerivationLine
from mystpy.questions.reason_text import axiom_name

if TYPE_CHECKING:
    from mystpy.files.json_text import Object


def text(derivation: Derivation, game: Game) -> Iterator[str]:
    """A line for each formula, and one that says from what it follows."""
    if derivation.player is not None:
        who = game.owner(derivation.player)
        yield f"  derivation, each line of which {who} knows:"
    else:
        yield "  derivation:"
    width = len(str(len(derivation.lines)))
    for number, line in enumerate(derivation.lines, 1):
        yield f"  {number:>{width}}. {write_formula(line.formula, game)}"
        yield f"  {'':{width}}    {_justification(line, derivation, game)}"


def latex(derivation: Derivation, game: Game) -> Iterator[str]:
    """The lines as an aligned display, numbered by tags, as in the thesis."""
    yield r"\begin{align*}"
    last = len(derivation.lines)
    for number, line in enumerate(derivation.lines, 1):
        sign = r"\equiv" if line.equivalent else r"\supset" if line.lines else ""
        said = in_latex(line.formula)
        if derivation.player is not None:
            said = rf"K({derivation.player}, [{said}], s)"
        because = _justification_latex(line, derivation, game)
        end = r" \\" if number < last else ""
        yield rf"{sign} & {said} && \text{{{number}: {because}}}{end}"
    yield r"\end{align*}"


def objects(derivation: Derivation, game: Game) -> Object:
    """The key `derivation`, with the player and the lines."""
    rows: list[Object] = []
    for number, line in enumerate(derivation.lines, 1):
        row: Object = {"line": number, "formula": write_formula(line.formula, game)}
        if line.reason is None:
            row["from"] = list(line.lines)
            row["equivalent"] = line.equivalent
        elif line.reason.action is not None:
            row["step"] = line.reason.step
            row["action"] = action_text(line.reason.action, game)
        elif line.reason.holder is not None:
            row["hand"] = line.reason.holder
        row["axioms"] = list(_axioms(line, derivation, game))
        rows.append(row)
    return {"derivation": {"player": derivation.player, "lines": rows}}


def _axioms(
    line: DerivationLine, derivation: Derivation, game: Game
) -> tuple[str, ...]:
    """The numbers of the axioms that a line cites."""
    if line.reason is None:
        return line.axioms
    agents = () if derivation.player is None else (derivation.player,)
    return line.reason.axioms(agents, game)


def _justification(line: DerivationLine, derivation: Derivation, game: Game) -> str:
    axioms = _axioms(line, derivation, game)
    by = ", ".join(f"({label}) {axiom_name(label)}".rstrip() for label in axioms)
    by = f" by {by}" if by else ""
    if line.reason is None:
        verb = "equivalent to" if line.equivalent else "follows from"
        return f"{verb} {_lines(line)}{by}"
    if line.reason.action is None:
        given = "dealt" if line.reason.step is not None else "given"
        return f"{given}: {line.reason.gives}{by}"
    action = action_text(line.reason.action, game)
    return f"step {line.reason.step}, {action}{by}"


def _lines(line: DerivationLine) -> str:
    numbers = list(map(str, line.lines))
    if len(numbers) == 1:
        return f"line {numbers[0]}"
    return f"lines {', '.join(numbers[:-1])} and {numbers[-1]}" if numbers else "logic"


def _justification_latex(
    line: DerivationLine, derivation: Derivation, game: Game
) -> str:
    by = ", ".join(f"({label})" for label in _axioms(line, derivation, game))
    if line.reason is None:
        return ", ".join(x for x in (_lines(line), by) if x)
    if line.reason.action is None:
        return ", ".join(x for x in ("given", by) if x)
    action = action_latex(line.reason.action, game.deck)
    return ", ".join(x for x in (f"step {line.reason.step}, ${action}$", by) if x)
