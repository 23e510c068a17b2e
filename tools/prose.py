"""Check that the project speaks plainly: foreign phrases, and long sentences.

    python tools/prose.py            everything that people read
    python tools/prose.py FILE ...   these files (.md, .py, .toml, .js)

`tools/prose.toml` lists the patterns with plain words for each, the exceptions with
reasons, and the files that tools write. Of Python files the docstrings and comments are
read; in the package also the messages of errors. The exit status is 1 if something is
reported.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import tomllib
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from itertools import chain
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools import prose_texts
from tools.prose_texts import Passage, Sentence

ROOT = Path(__file__).resolve().parents[1]
RULES = ROOT / "tools" / "prose.toml"


FOLDERS = (
    *("axioms", "benchmarks", "docs", "mystpy", "proofs"),
    *("page/stand_in", "queries", "tests", "theories", "tools"),
)
"""The folders whose pages, modules and TOML files are read."""


class Pattern(NamedTuple):
    """A pattern of words that are not plain, with the reason and a plain version."""

    name: str
    match: re.Pattern[str]
    unless: re.Pattern[str] | None
    question: bool
    heading: bool
    wrong: str
    plain: str

    def found(self, sentence: Sentence) -> str:
        """Return the first match in a sentence, or an empty text."""
        text = sentence.text
        if not self.question and text.rstrip('"”’)*_').endswith("?"):
            return ""
        if not self.heading and (sentence.kind != "text" or is_title(text)):
            return ""
        if self.unless is not None and self.unless.search(text):
            return ""
        words = self.match.search(text)
        return words[0] if words else ""


def is_title(text: str) -> bool:
    """Return whether a text is a title, such as the item of a list of links."""
    return text[-1].isalnum()


class Exempt(NamedTuple):
    """Words that a pattern finds although they are right in these files."""

    path: str
    match: re.Pattern[str]
    reason: str


class Rules(NamedTuple):
    """The rules in `tools/prose.toml`; `written` has the files that tools write."""

    patterns: tuple[Pattern, ...]
    exceptions: tuple[Exempt, ...]
    written: dict[str, str]
    longest: int


class Finding(NamedTuple):
    """A sentence that has to be rewritten."""

    path: str
    line: int
    name: str
    words: str
    plain: str
    sentence: str

    def __str__(self) -> str:
        return (
            f"{self.path}:{self.line}: {self.name}: {self.words!r} ({self.plain})\n"
            f"    {self.sentence}"
        )


def read_rules() -> Rules:
    """Read the patterns, the exceptions and the limits."""
    table = tomllib.loads(RULES.read_text("utf-8"))
    return Rules(
        tuple(read_pattern(row) for row in table["pattern"]),
        tuple(
            Exempt(row["path"], re.compile(row["match"], re.I), row["reason"])
            for row in table.get("exception", ())
        ),
        {row["path"]: row["reason"] for row in table["written"]},
        table["sentence"]["words"],
    )


def read_pattern(row: dict[str, object]) -> Pattern:
    """Read one pattern."""
    matches, unless = row["match"], row.get("unless")
    assert isinstance(matches, list)
    return Pattern(
        str(row["name"]),
        re.compile("|".join(f"(?:{each})" for each in matches), re.I),
        re.compile(str(unless), re.I) if unless else None,
        bool(row.get("question", True)),
        bool(row.get("heading", True)),
        str(row["wrong"]),
        str(row["plain"]),
    )


def findings(path: str, passage: Passage, rules: Rules) -> Iterator[Finding]:
    """Yield the patterns and long sentences found in a passage."""
    for sentence in prose_texts.sentences(passage):
        for pattern in rules.patterns:
            words = pattern.found(sentence)
            if words and not excepted(path, sentence, rules):
                yield finding(path, sentence, pattern.name, words, pattern.plain)
        long = sentence.words > rules.longest and sentence.kind == "text"
        if long and not excepted(path, sentence, rules):
            words = f"{sentence.words} words"
            yield finding(path, sentence, "long", words, "one idea a sentence")


def finding(path: str, at: Sentence, name: str, words: str, plain: str) -> Finding:
    """Return the report of a pattern in a sentence."""
    return Finding(path, at.line, name, words, plain, at.text)


def excepted(path: str, sentence: Sentence, rules: Rules) -> bool:
    """Return whether a sentence is one of the exceptions."""
    return any(
        fnmatch(path, each.path) and each.match.search(sentence.text)
        for each in rules.exceptions
    )


def help_texts() -> Iterator[tuple[str, Passage]]:
    """Yield the help of every command, with the command as its place."""
    import click

    from mystpy.cli import cli
    from mystpy.cli.command_table import COMMANDS

    context = click.Context(cli, info_name="mystpy")
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        yield f"mystpy {name}", Passage(1, COMMANDS[name].line)
        texts = [command.help or ""]
        texts += [str(getattr(x, "help", None) or "") for x in command.params]
        for text in texts:
            for passage in prose_texts.paragraphs(text):
                yield f"mystpy {name}", passage


READERS: dict[str, Callable[[str], Iterator[Passage]]] = {
    ".md": prose_texts.markdown,
    ".py": prose_texts.docstrings,
    ".js": prose_texts.page_words,
    ".toml": prose_texts.toml_texts,
}


def listed_files() -> list[str]:
    """Return the paths of the files that people read, relative to the project."""
    top = (ROOT.glob("*.md"), (ROOT / "page").glob("*.py"))
    words = (ROOT / "page" / "js" / "words" / "en").glob("*.js")
    below = (
        path
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".md", ".py", ".toml") and path.is_file()
    )
    paths = (
        path.relative_to(ROOT).as_posix() for path in (*chain(*top), *words, *below)
    )
    return sorted(paths)


def passages_of(path: str) -> Iterator[Passage]:
    """Yield the prose of a file."""
    text = (ROOT / path).read_text("utf-8")
    yield from READERS[Path(path).suffix](text)
    if path.endswith(".py"):
        yield from prose_texts.comments(text)
    if path.startswith("mystpy/") and path.endswith(".py"):
        yield from prose_texts.messages(text)


def is_written(path: str, rules: Rules) -> bool:
    """Return whether a tool writes the file, or it is not in English."""
    return any(fnmatch(path, each) for each in rules.written)


def everything() -> Iterator[tuple[str, Passage]]:
    """Yield all prose of the project, each passage with its place."""
    rules = read_rules()
    for path in listed_files():
        if not is_written(path, rules):
            for passage in passages_of(path):
                yield path, passage
    yield from help_texts()


def main_program() -> int:
    """Print the reports, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*")
    parser.add_argument(
        "--count",
        action="store_true",
        help="print only the number of findings in each file",
    )
    given = parser.parse_args()
    rules = read_rules()
    places = (
        ((x, p) for x in given.files for p in passages_of(x))
        if given.files
        else everything()
    )
    lengths: list[int] = []
    counted: dict[str, int] = {}
    for place, passage in places:
        lengths += [x.words for x in prose_texts.sentences(passage) if x.kind == "text"]
        for each in findings(place, passage, rules):
            counted[place] = counted.get(place, 0) + 1
            if not given.count:
                print(each)
    if given.count:
        for place, number in sorted(counted.items()):
            print(f"{number:6} {place}")
    median = statistics.median(lengths) if lengths else 0
    print(
        f"{sum(counted.values())} findings; {len(lengths):,} sentences, "
        f"{sum(lengths):,} words, median {median:g} words a sentence",
        file=sys.stderr,
    )
    return 1 if counted else 0


if __name__ == "__main__":
    sys.exit(main_program())
