"""A check that the axioms of a package run no code and read no other files."""

from __future__ import annotations

from pathlib import Path

from mystpy.compilation import pattern
from mystpy.errors import QueryError

_FORBIDDEN = {
    "#script": "#script runs a program",
    "#include": "#include reads another file",
    "#external": "#external leaves atoms open",
    "#program": "#program divides the axioms into parts",
    "#show": "#show hides what the engine has to read",
    "#project": "#project hides what the engine has to read",
    "#minimize": "#minimize leaves runs out",
    "#maximize": "#maximize leaves runs out",
    "#theory": "#theory needs a solver of its own",
    "#heuristic": "#heuristic steers the solver",
    "#edge": "#edge leaves runs out",
    "#const": "#const hides the constants of theory.toml",
}
_TOKEN = pattern(r"#[a-z]+|:~|@\w|%\*|\*%|%|\"|\n")


def require_safe(axioms: str, path: Path) -> None:
    """Raise QueryError, with file and line, for a directive that axioms may not have.

    `#defined`, aggregates and `#sum`, `#count`, `#min`, `#max` are axioms. Comments and
    texts in quotation marks are skipped as clingo does.
    """
    for found, line in _found(axioms):
        reason = _FORBIDDEN.get(found)
        if found == ":~":
            reason = "a weak constraint leaves runs out"
        elif found.startswith("@"):
            reason = f"{found} calls a function of a program"
        if reason:
            raise QueryError(
                f"{path}:{line}: {reason}, which the axioms of a package may not do",
                hint="--trust allows it, for packages of your own"
                if found in ("#script", "#include") or found.startswith("@")
                else "leave it out",
            )


def _found(axioms: str) -> list[tuple[str, int]]:
    """The directives and function calls outside of comments and texts, with lines."""
    found, place, line = [], 0, 1
    while match := _TOKEN.search(axioms, place):
        token, place = match[0], match.end()
        end = place
        if token == "%*":
            end = _after(axioms, "*%", place)
        elif token == "%":
            end = axioms.find("\n", place)
            end = len(axioms) if end < 0 else end
        elif token == '"':
            end = _text_end(axioms, place)
        elif token not in ("\n", "*%"):
            found.append((token, line))
        line += axioms.count("\n", match.start(), end)
        place = end
    return found


def _after(text: str, mark: str, place: int) -> int:
    end = text.find(mark, place)
    return len(text) if end < 0 else end + len(mark)


def _text_end(text: str, place: int) -> int:
    """Return the place after the quotation mark that ends a text."""
    while place < len(text) and text[place] != '"':
        place += 2 if text[place] == "\\" else 1
    return place + 1
