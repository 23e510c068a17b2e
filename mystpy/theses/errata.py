"""Counterexamples in words, and the commands that replay them."""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mystpy.conjectures.verdict import Verdict
from mystpy.theses.basis.notes import sentence
from mystpy.theses.basis.parts import (
    GAMES,
    NO,
    OURS,
    PARTS,
    QUESTIONS,
    THESIS,
    part_of,
    part_of_chapter,
)
from mystpy.theses.page import Row, short_verdict
from mystpy.theses.statement import chapter_of, files, notes_of

Query = Mapping[str, Any]


def in_words(query: Query, *, formula: bool = True) -> str:
    """Describe a counterexample: the game, the actions, and what is true then.

    Without `formula`, which the tree of parts already shows, only the result of the
    actions in `taken` is described.
    """
    place = ", ".join(filter(None, (_game(query), _hands(query), _done(query))))
    said = place[:1].upper() + place[1:]
    parts = (_formula(query) if formula else _after_taken(query), _values(query))
    text = "; ".join(filter(None, parts))
    return f"{said}: {text}" if said and text else f"{said or text}"


def command(name: str, query: Query) -> str:
    """Return the command that replays a counterexample, or the check that finds it.

    The command asks the whole instance of the statement, before the actions in `taken`.
    """
    if not {"game", "history"} <= set(query) or not _asked(query):
        return f"mystpy theorem {name}"
    words = ["mystpy", "ask", "--game", inline(query["game"])]
    for holder, cards in query.get("hands", {}).items():
        words += ["--hand", f"{holder}={','.join(cards)}"]
    before, taken = _before_and_then(query)
    done = before if "instance" in query else [*before, *taken]
    if done:
        words += ["--do", " ".join(done)]
    return shlex.join([*words, _asked(query)])


def _asked(query: Query) -> str:
    """Return the formula by which a counterexample is replayed, if it can be."""
    return str(query.get("instance", query.get("formula", "")))


def _before_and_then(query: Query) -> tuple[list[str], list[str]]:
    """Return a counterexample's actions, and those that `next` and `after` took."""
    history, taken = list(query.get("history", ())), len(query.get("taken", ()))
    return history[: len(history) - taken], history[len(history) - taken :]


def part_lines(query: Query) -> Iterator[str]:
    """Yield the parts of a counterexample's formula with their values, as a tree."""
    for part in query.get("parts", ()):
        yield f"{'  ' * part['depth']}{part['value']:5}  {part['formula']}"


def _game(query: Query) -> str:
    from mystpy.theses.basis.game_words import game_words  # not for a list

    game = query.get("game")
    if game is None:
        deal = query.get("deal")
        return f"in the deal {deal['hands']}" if deal else ""
    return f"in {game_words(game)}"


def _hands(query: Query) -> str:
    held = query.get("hands") or query.get("holds") or {}
    names = (
        f"{'the pile' if holder == '0' else holder} {', '.join(cards) or 'nothing'}"
        for holder, cards in held.items()
    )
    return f"with {'; '.join(names)}" if held else ""


def _done(query: Query) -> str:
    steps = [step.get("title") or f"`{step['do']}`" for step in query.get("step", ())]
    if query.get("contract"):
        return f"after {', '.join(steps)}, contracted before each step"
    if query.get("history"):
        before, then = _before_and_then(query)
        said = [f"after `{' '.join(before)}`"] if before else []
        then = [] if "instance" in query else then
        return ", ".join([*said, *([f"then `{' '.join(then)}`"] if then else [])])
    return f"after {', '.join(steps)}" if steps else ""


def _formula(query: Query) -> str:
    text = []
    if "instance" in query:
        after = _after_taken(query)
        text.append(f"`{query['instance']}` is false{'; ' * bool(after)}{after}")
    elif "formula" in query:
        text.append(f"`{query['formula']}` is {query['value']}")
    for check in query.get("check", ()):
        text.append(f"`{check['formula']}` is not {check['expect']}")
    if "then" in query:
        text.append(f"this is not true after the impossible `{query['then']}`")
    return ", but ".join(text)


def _after_taken(query: Query) -> str:
    """Return what is true after the actions in the instance of a statement."""
    if not query.get("taken") or not {"instance", "formula"} <= set(query):
        return ""
    done = " ".join(query["taken"])
    return f"after `{done}` `{query['formula']}` is {query['value']}"


def _values(query: Query) -> str:
    return ", ".join(
        f"{key.replace('_', ' ') if key.islower() else key}: {_value(value)}"
        for key, value in query.get("values", {}).items()
    )


def _value(value: object) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " and ".join(map(_value, value)) or "none"
    return str(value)


def inline(value: object) -> str:
    """Return a value as inline TOML."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {inline(v)}" for key, v in value.items()) + "}"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(inline, value)) + "]"
    return str(value)


_HEAD = """# Errata

These statements of the sources are false or misprinted. The most important ones come
first, each with its smallest counterexample and the command that replays it.
[theorems.md](theorems.md) has more about each, and
[verdicts.md](explanation/verdicts.md) explains the verdicts.

If the statement is a formula of several parts, it is shown with the values of its
variables, followed by each part with its value. A part after `after A:` is evaluated
after A. `make theorems` writes this page from the verdicts."""


_QUESTIONS = """A question is neither true nor false. This section has the questions
whose answer is no, each with the counterexample that answers it."""
_OURS = """These statements are in no source: they relate the thesis to *Knowledge
games*."""


def errata(rows: Sequence[Row]) -> list[str]:
    """Return the lines of the page, from the rows of all settled statements."""
    shown = [row for row in rows if _is_erratum(row)]
    shown.sort(key=lambda row: -row["weight"])  # stable: else as in the text
    chapters: dict[str, list[str]] = defaultdict(list)
    for path in files():
        chapters[part_of_chapter(chapter_of(path))] += notes_of(path)
    lines = [_HEAD]
    for title in PARTS:
        part = [row for row in shown if part_of(row) == title]
        if part or chapters.get(title) or title in (THESIS, GAMES):
            lines += ["", f"## {title}", "", *_introduction(title, part)]
            lines += [f"\n{note}" for note in chapters.get(title, ())]
            for row in part:
                lines += ["", *_erratum(row)]
    return lines


def _is_erratum(row: Row) -> bool:
    return Verdict(row["verdict"]).wrong or row.get("answer") == NO


def _introduction(title: str, part: Sequence[Row]) -> Iterator[str]:
    """Yield the number of statements of a part that are wrong."""
    if title == QUESTIONS:
        yield _QUESTIONS
        return
    counts = [
        f"{sum(row['verdict'] == verdict for row in part)} {words}"
        for verdict, words in (
            (Verdict.FALSE, "false"),
            (Verdict.MISPRINTED, "misprinted"),
        )
    ]
    yield f"{' and '.join(counts)}."
    if title == OURS:
        yield _OURS


def _erratum(row: Row) -> Iterator[str]:
    name = row["id"]
    link = f"[{name}](theorems.md#{name.replace('.', '')})"
    verdict = short_verdict(row)
    yield f"- **{row['place']}** ({link}, {verdict}): {row['says']}"
    case = row["counterexample"]
    tree = list(part_lines(case)) if len(case.get("parts", ())) > 1 else []
    told = in_words(case, formula=not tree)
    words = [sentence(told)] if told else []
    if row["note"]:
        words.append(_first(sentence(row["note"])))
    meant = next(_meant(row), None)
    if meant is not None:
        words.append(f"Read instead: {sentence(meant)}")
    yield f"  {' '.join(filter(None, words))}"
    yield f"  `{command(name, case)}`"
    if tree:
        yield ""
        yield from (f"  {line}" for line in ("```", *tree, "```"))


def _meant(row: Row) -> Iterator[str]:
    """Yield the formalizations of a misprinted statement that hold."""
    if row["verdict"] == "MISPRINTED":
        for reading in row.get("readings", ()):
            if reading["verdict"] in ("PROVED", "HOLDS"):
                rests = str(reading["verdict"])
                if "argued" in reading:
                    rests += f"; for {reading['argued']} by argument, not checked"
                yield f"{reading['reading']} ({rests})"


def _first(note: str) -> str:
    """Return the first sentence of a note, unless it is about engines only."""
    if note.startswith("The engines "):
        return ""
    head, dot, _ = note.partition(". ")
    return head + dot.strip()
