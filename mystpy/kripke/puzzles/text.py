"""Puzzles and their solutions as text and as JSON objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from mystpy.kripke.puzzles.expressions import fill_template
from mystpy.kripke.puzzles.outcome import PuzzleAnswer, Solution, Update
from mystpy.kripke.puzzles.puzzle_file import Puzzle
from mystpy.kripke.valuation.vacuity import vacuity_note

_WIDTH = 79

Shown = Mapping[int, Sequence[str]]
"""Further lines to be shown after a step by its number; 0 is before the first."""


def solution(found: Solution, further: Shown | None = None) -> str:
    """The story, the steps with reasons, and the answers."""
    more = further or {}
    puzzle = found.puzzle
    lines = [puzzle.title]
    if puzzle.source:
        lines += _paragraph(f"({puzzle.source})")
    lines += ["", *_paragraph(fill_template(puzzle.story, found.sizes)), ""]
    lines += [f"{_worlds(found.worlds)} ({found.engine})", *more.get(0, ())]
    for number, step in enumerate(found.steps, 1):
        if _like_the_last(found.steps, number) and number not in more:
            continue
        lines += _step(number, step) + list(more.get(number, ()))
    if 0 < len(found.left):
        lines += ["", *_paragraph(f"Left: {', '.join(found.left)}")]
    lines += [""]
    for answer in found.answers:
        lines += _answer(answer)
    if puzzle.note:
        lines += ["", *_paragraph(fill_template(puzzle.note, found.sizes))]
    return "\n".join(lines)


def _paragraph(text: str) -> list[str]:
    return wrap(" ".join(text.split()), _WIDTH)


def _indented(text: str) -> list[str]:
    return wrap(text, _WIDTH, initial_indent="   ", subsequent_indent="     ")


def _worlds(number: int) -> str:
    return f"{number:,} world{'s' * (number != 1)}"


def _like_the_last(steps: Sequence[Update], number: int) -> bool:
    """Return whether a step repeats others and is not the first two or the last."""
    same = [k for k, step in enumerate(steps, 1) if step.says == steps[number - 1].says]
    return len(same) > 5 and number in same[2:-1]


def _step(number: int, step: Update) -> list[str]:
    lead = f"{number}. "
    lines = wrap(step.says, _WIDTH, initial_indent=lead, subsequent_indent="   ")
    if step.formula:
        formula = " ".join(step.formula.split())
        lines += _indented(formula)
    if step.refused:
        why = f"refused: it is {step.refused}; nothing changes"
        return lines + _indented(why)
    if step.group:
        only = " only; all others see it" if step.others else ""
        group = f"heard by {_several(list(step.group))}{only}"
        lines += _indented(group)
    if step.before == step.after:
        return [*lines, f"   {_worlds(step.after)}, as before"]
    lines.append(f"   {_worlds(step.before)} before, {step.after:,} after")
    for reason in step.reasons:
        such = f", such as {reason.example}" if reason.example else ""
        text = f"- gone: {reason.worlds:,} where {reason.because}{such}"
        lines += _indented(text)
    return lines


def value(found: Any) -> str:
    """An answer as text: a truth value, a list, or rounds by agent."""
    if isinstance(found, dict):
        rounds: dict[Any, list[str]] = {}
        for agent, number in found.items():
            rounds.setdefault(number, []).append(agent)
        return "; ".join(
            f"{_several(agents)}: {'never' if number is None else number}"
            for number, agents in sorted(
                rounds.items(), key=lambda item: (item[0] is None, item[0])
            )
        )
    if isinstance(found, list):
        return _several([str(item) for item in found]) if found else "none"
    return f"{found:,}" if isinstance(found, int) else str(found)


def _several(words: list[str]) -> str:
    if len(words) > 12:
        return f"{', '.join(words[:5])}, ..., {words[-1]} ({len(words)})"
    return ", ".join(words)


def _answer(answer: PuzzleAnswer) -> list[str]:
    if answer.error is not None:
        line = f"{answer.question} no answer: {answer.error}"
        return wrap(line, _WIDTH, subsequent_indent="  ")
    lines = wrap(
        f"{answer.question} {value(answer.value)}{vacuity_note(answer.vacuous)}",
        _WIDTH,
        subsequent_indent="  ",
    )
    if not answer.right:
        lines.append(f"  expected: {value(answer.expect)}")
    return lines


def solution_object(found: Solution) -> dict[str, Any]:
    """The solution as a JSON object."""
    return {
        "puzzle": found.puzzle.name,
        "sizes": dict(found.sizes),
        "engine": found.engine,
        "worlds": found.worlds,
        "steps": [
            {
                "says": step.says,
                "formula": " ".join(step.formula.split()),
                "before": step.before,
                "after": step.after,
                "because": [
                    {"why": r.because, "worlds": r.worlds, "example": r.example}
                    for r in step.reasons
                ],
            }
            | ({"to": list(step.group)} if step.group else {})
            | ({"refused": step.refused} if step.refused else {})
            for step in found.steps
        ],
        "answers": [
            {"question": a.question, "value": a.value}
            | ({} if a.expect is None else {"expect": a.expect, "right": a.right})
            | ({"vacuous": list(a.vacuous)} if a.vacuous else {})
            | ({} if a.error is None else {"error": str(a.error)})
            for a in found.answers
        ],
        "left": list(found.left),
    }


def puzzle_lines(puzzles: Sequence[Puzzle]) -> list[str]:
    """A line for each puzzle: its name, title and sizes."""
    wide = max(len(puzzle.name) for puzzle in puzzles)
    return [
        f"{puzzle.name.ljust(wide)}  {puzzle.title}{_sizes(puzzle)}"
        for puzzle in puzzles
    ]


def _sizes(puzzle: Puzzle) -> str:
    names = [f"{size.name}: {size.means}" for size in puzzle.sizes]
    return f" ({', '.join(names)})" if names else ""


def puzzle_object(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as a JSON object."""
    sizes = {s.name: {"default": s.default, "means": s.means} for s in puzzle.sizes}
    return {"puzzle": puzzle.name, "title": puzzle.title, "sizes": sizes}
