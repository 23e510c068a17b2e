"""Counterexamples in words, and the commands that replay them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mystpy.theses.page import Row
from mystpy.theses.statement import sentence

Query = Mapping[str, Any]


def in_words(query: Query) -> str:
    """What a counterexample says: the game, what was done, what is so then."""
    place = ", ".join(filter(None, (_game(query), _hands(query), _done(query))))
    said = place[:1].upper() + place[1:]
    text = "; ".join(filter(None, (_formula(query), _values(query))))
    return f"{said}: {text}" if said and text else f"{said or text}"


def command(name: str, query: Query) -> str:
    """The command that replays a counterexample, or else the check that finds it."""
    if not {"game", "history", "formula"} <= set(query):
        return f"mystpy theorem {name}"
    words = ["mystpy", "ask", "--game", inline(query["game"])]
    for holder, cards in query.get("hands", {}).items():
        words += ["--hand", f"{holder}={','.join(cards)}"]
    if query["history"]:
        words += ["--do", " ".join(query["history"])]
    return shlex.join([*words, query["formula"]])


def _game(query: Query) -> str:
    game = query.get("game")
    if game is None:
        deal = query.get("deal")
        return f"in the deal {deal['hands']}" if deal else ""
    if game.get("rules") == "myst":
        return "in MYST({m},{n},{p},{q})".format(**game)
    if game.get("rules") == "4.1":
        place = (game[key] for key in ("m", "n1", "n2") if key in game)
        return f"in (4.1) at ({', '.join(map(str, place))})"
    sorts = " and ".join(str(len(cards)) for cards in game.get("sorts", {}).values())
    return f"in Clue for {game.get('p')} players with sorts of {sorts} cards"


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
    if history := query.get("history"):
        taken = len(query.get("taken", ()))
        before, then = history[: len(history) - taken], history[len(history) - taken :]
        said = [f"after `{' '.join(before)}`"] if before else []
        return ", ".join([*said, *([f"then `{' '.join(then)}`"] if then else [])])
    return f"after {', '.join(steps)}" if steps else ""


def _formula(query: Query) -> str:
    text = []
    if "formula" in query:
        text.append(f"`{query['formula']}` is {query['value']}")
    for check in query.get("check", ()):
        text.append(f"`{check['formula']}` is not {check['expect']}")
    if "then" in query:
        text.append(f"not so after the impossible `{query['then']}`")
    return ", but ".join(text)


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
    """A value as inline TOML."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {inline(v)}" for key, v in value.items()) + "}"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(inline, value)) + "]"
    return str(value)


_HEAD = """# Errata

Statements that are false or misprinted, the most important first, each with its
smallest counterexample and the command that replays it. Written by `make theorems`
from the verdicts in [theorems.md](theorems.md), where more is said of each."""


_THESIS, _OTHERS = "The thesis", "Other reports"
_SOURCES = {_THESIS: ("bridge",), "Knowledge games": ("knowledge_games",), _OTHERS: ()}
"""The parts of the page, with the chapters in each that have no number.

In the last one are all further ones.
"""


def _source(row: Row) -> str:
    """The part of the page that a row belongs to."""
    chapter = str(row["chapter"])
    if chapter.isdigit():
        return _THESIS
    found = (title for title, names in _SOURCES.items() if chapter in names)
    return next(found, _OTHERS)


def errata(rows: Sequence[Row]) -> list[str]:
    """The lines of the page, from the rows of all statements that were settled."""
    wrong = [row for row in rows if row["verdict"] in ("FALSE", "MISPRINTED")]
    wrong.sort(key=lambda row: -row["weight"])  # stable: else as in the text
    lines = [_HEAD]
    for title, chapters in _SOURCES.items():
        part = [row for row in wrong if _source(row) == title]
        if not part and not chapters:
            continue
        counts = [
            f"{sum(row['verdict'] == verdict for row in part)} {words}"
            for verdict, words in (("FALSE", "false"), ("MISPRINTED", "misprinted"))
        ]
        lines += ["", f"## {title}", "", f"{' and '.join(counts)}."]
        for row in part:
            lines += ["", *_erratum(row)]
    return lines


def _erratum(row: Row) -> Iterator[str]:
    name = row["id"]
    link = f"[{name}](theorems.md#{name.replace('.', '')})"
    yield f"- **{row['place']}** ({link}, {row['verdict']}): {row['says']}"
    case = row["counterexample"]
    words = [sentence(in_words(case))] if in_words(case) else []
    if row["note"]:
        words.append(_first(sentence(row["note"])))
    meant = next(_meant(row), None)
    if meant is not None:
        words.append(f"Read instead: {sentence(meant)}")
    yield f"  {' '.join(filter(None, words))}"
    yield f"  `{command(name, case)}`"


def _meant(row: Row) -> Iterator[str]:
    """The readings that hold, of a misprinted statement."""
    if row["verdict"] == "MISPRINTED":
        for reading in row.get("readings", ()):
            if reading["verdict"] in ("PROVED", "HOLDS"):
                rests = str(reading["verdict"])
                if "argued" in reading:
                    rests += f"; for {reading['argued']} by argument, not checked"
                yield f"{reading['reading']} ({rests})"


def _first(note: str) -> str:
    """The first sentence of a note, unless it tells of engines only."""
    if note.startswith("The engines "):
        return ""
    head, dot, _ = note.partition(". ")
    return head + dot.strip()
