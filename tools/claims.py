"""Hold `docs/claims.toml` to the pages: each number, and the command that made it.

    python tools/claims.py          # are the texts and tables still on their pages?
    python tools/claims.py --run    # run the quick commands again, and compare
    python tools/claims.py --stamp  # after tables were made again: new dates, digests
    python -m tools.claim_tables    # after tables were moved, added or removed

Measured numbers that are older than half a year are reported as old, and numbers whose
program was not kept as `once`. The exit status is 1 if a text is gone, a table differs
from its digest, or a command gives something else.
"""

from __future__ import annotations

import hashlib
import re
import shlex
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LEDGER = ROOT / "docs" / "claims.toml"

MAX_AGE = timedelta(days=183)
"""Measured numbers that are older are reported."""

SMALLEST = 13
"""Smaller whole numbers without a unit are names of players, steps and the like."""

KINDS = ("exact", "measured", "once")
"""Exact numbers come out again; measured ones vary; `once` cannot be made again."""

_KEYS = ("page", "text", "table", "digest", "command", "kind", "date", "version")
_OPTIONAL = ("expect", "slow", "nth")

_SKIPPED = re.compile(
    r"```.*?```|`[^`]*`|<!--.*?-->|<[^>]*>|\]\([^)]*\)|https?://\S+"
    r"|\(S?\d+\.\d+\)|\b(?:Python|[Ss]ections?|[Cc]hapters?|[Tt]heorem|Lemma|figure"
    r"|version|Player|player|step) \d[\d.,]*\d(?: and \d[\d.]*| or \d[\d.]*)?"
    r"|\b(?:19|20)\d\d\b|^\s*\d+\. ",
    re.DOTALL | re.MULTILINE,
)
"""Digits that are no claim: in code, links, labels, years and numbered lists."""

_NUMBER = re.compile(
    r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)(?!\.?\w)"
    r"( ?(?:%|(?:percent|times|[kMG]?B|m?s|seconds?|minutes?|hours?|games?|deals?)\b))?"
)


class Claim(NamedTuple):
    """A row: a text with a number, or a table, and the command that made it."""

    page: str
    command: str
    kind: str
    date: date
    version: str
    text: str = ""
    table: str = ""
    digest: str = ""
    expect: tuple[str, ...] = ()
    slow: bool = False
    nth: int = 1

    @property
    def place(self) -> str:
        """Return the place of the claim, for messages."""
        return f"{self.page}: {self.text or self.table}"


def read_claims(path: Path = LEDGER) -> list[Claim]:
    """Return the rows of the ledger. Raises ValueError for a row that is none."""
    rows = tomllib.loads(path.read_text("utf-8"))["claim"]
    return [_claim(row) for row in rows]


def _claim(row: dict[str, object]) -> Claim:
    if unknown := sorted(set(row) - {*_KEYS, *_OPTIONAL}):
        raise ValueError(f"{row}: unknown keys {unknown}")
    found = Claim(**{**row, "expect": tuple(row.get("expect", ()))})  # type: ignore[arg-type]
    if found.kind not in KINDS:
        raise ValueError(f"{found.place}: the kind is one of {KINDS}")
    if bool(found.text) == bool(found.table):
        raise ValueError(f"{found.place}: a row has a text or a table")
    if found.text and not re.search(r"\d", found.text):
        raise ValueError(f"{found.place}: the text has no number")
    if found.kind == "exact" and not (found.expect or found.slow or found.table):
        raise ValueError(f"{found.place}: say what is expected, or slow = true")
    return found


def plain(text: str) -> str:
    """Return a text with its line ends and runs of blanks as one blank."""
    return " ".join(text.split())


def table_below(page: str, head: str, nth: int = 1) -> str:
    """Return the n-th table that begins with a line; empty if there is none."""
    lines = page.splitlines()
    places = [k for k, line in enumerate(lines) if line == head]
    if len(places) < nth:
        return ""
    start = places[nth - 1]
    end = next(
        (k for k in range(start, len(lines)) if not lines[k].startswith("|")),
        len(lines),
    )
    return "\n".join(lines[start:end])


def tables(page: str) -> Iterator[tuple[str, int]]:
    """Yield the first lines of tables with numbers; the n-th of those alike has n."""
    lines = page.splitlines()
    seen: Counter[str] = Counter()
    for before, line in zip(["", *lines], lines, strict=False):
        if line.startswith("|") and not before.startswith("|"):
            seen[line] += 1
            body = table_below(page, line, seen[line]).split("\n", 2)[2:]
            if re.search(r"\d", "".join(body)):
                yield line, seen[line]


def digest_of(table: str) -> str:
    """Return the digest of the numbers of a table: 8 hexadecimal digits."""
    found = re.findall(r"\d[\d.,/]*", "\n".join(table.splitlines()[2:]))
    return hashlib.sha256(" ".join(found).encode()).hexdigest()[:8]


def head_of(path: Path) -> str:
    """Return the comment with which the ledger begins."""
    text = path.read_text("utf-8")
    return text[: text.index("\n[[claim]]") + 1]


def faults(claims: Iterable[Claim], root: Path = ROOT) -> Iterator[str]:
    """Yield what is no longer on its page as the ledger says."""
    for claim in claims:
        path = root / claim.page
        page = path.read_text("utf-8") if path.exists() else ""
        if claim.text and plain(claim.text) not in plain(page):
            yield f"{claim.place}: this text is not there"
        elif claim.table and not (found := table_below(page, claim.table, claim.nth)):
            yield f"{claim.place}: there is no table with this first line"
        elif claim.table and digest_of(found) != claim.digest:
            yield f"{claim.place}: the table has changed; then --stamp"


def old_claims(claims: Iterable[Claim], today: date) -> list[Claim]:
    """Return the rows that are not exact and too old, or cannot be made again."""
    rows = list(claims)
    late = [x for x in rows if x.kind == "measured" and today - x.date > MAX_AGE]
    return late + [x for x in rows if x.kind == "once"]


def numbers(page: str) -> Iterator[str]:
    """Yield the numbers that a page claims in its prose."""
    for found in _NUMBER.finditer(_SKIPPED.sub(" ", page)):
        if found[2] or "." in found[1] or int(found[1].replace(",", "")) >= SMALLEST:
            yield found[0].strip()


def uncovered(page: str, claims: Iterable[Claim]) -> list[str]:
    """Return the numbers of a page that are in no row of the ledger."""
    prose = plain(page)
    for claim in claims:
        prose = prose.replace(plain(claim.text), " ") if claim.text else prose
    left = prose if prose == plain(page) else plain(prose)
    return list(numbers(left))


def words_of(command: str) -> list[str]:
    """Return the words of a command, with this interpreter in place of the names."""
    words = shlex.split(command)
    if words[0] == "mystpy":
        return [sys.executable, "-P", "-m", *words]
    return [sys.executable, "-P", *words[1:]] if words[0] == "python" else words


def differences(claim: Claim) -> list[str]:
    """Run the command of a row, and return what is not in its output."""
    done = subprocess.run(words_of(claim.command), capture_output=True, cwd=ROOT)
    said = plain(done.stdout.decode(errors="replace"))
    return [text for text in claim.expect if plain(text) not in said]


def stamped(claims: Iterable[Claim], today: date, version: str) -> list[Claim]:
    """Return the rows with new dates and digests for tables that were made again."""
    found = []
    for claim in claims:
        page = (ROOT / claim.page).read_text("utf-8")
        digest = (
            digest_of(table_below(page, claim.table, claim.nth)) if claim.table else ""
        )
        if digest != claim.digest:
            claim = claim._replace(digest=digest, date=today, version=version)
        found.append(claim)
    return found


def written(claims: Sequence[Claim], head: str) -> str:
    """Return the text of the ledger."""
    return head + "\n".join("\n".join(_lines(claim)) + "\n" for claim in claims)


def _lines(claim: Claim) -> Iterator[str]:
    yield "[[claim]]"
    for key in ("page", "text", "table", "digest", "command", "kind"):
        if value := getattr(claim, key):
            yield f"{key} = {_string(value)}"
    if claim.expect:
        yield f"expect = [{', '.join(map(_string, claim.expect))}]"
    if claim.slow:
        yield "slow = true"
    if claim.nth != 1:
        yield f"nth = {claim.nth}"
    yield f"date = {claim.date.isoformat()}"
    yield f'version = "{claim.version}"'


def _string(text: str) -> str:
    """Return a text as TOML has it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def main(words: Sequence[str]) -> int:
    """Check the ledger, and run or stamp what is asked for."""
    claims = read_claims()
    if "--stamp" in words:
        from mystpy import __version__

        new = stamped(claims, date.today(), __version__)
        LEDGER.write_text(written(new, head_of(LEDGER)), "utf-8")
        return 0
    wrong = list(faults(claims))
    if "--run" in words:
        for claim in claims:
            if claim.expect and not claim.slow:
                print(claim.command, flush=True)
                wrong += [
                    f"{claim.place}: {x!r} is not said" for x in differences(claim)
                ]
    for claim in old_claims(claims, date.today()):
        word = "once" if claim.kind == "once" else "old"
        print(f"{word} ({claim.date}, {claim.version}): {claim.place}: {claim.command}")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{len(claims)} claims, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
