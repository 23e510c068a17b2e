"""Bring the tables of `docs/claims.toml` up to date with the pages.

    python -m tools.claim_tables

A table that has moved to another page, or has another first line, is found by its
digest. A table that is gone loses its row; a new one on the pages below gets a row with
the command that its section names. Read what has changed before you commit it.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from mystpy import __version__
from tools.claims import (
    LEDGER,
    ROOT,
    Claim,
    digest_of,
    head_of,
    read_claims,
    table_below,
    tables,
    written,
)

MAKERS = {
    "docs/explanation/benchmarks.md": ("make bench", "measured"),
    "docs/explanation/bluffing.md": ("python tools/bluffs.py", "exact"),
    "docs/explanation/limit.md": ("python tools/limit.py", "exact"),
    "docs/explanation/page.md": ("python benchmarks/page.py", "measured"),
    "docs/explanation/players.md": ("make players", "exact"),
    "docs/explanation/solving.md": ("python tools/reduction.py", "exact"),
    "docs/explanation/sorts.md": ("make sorts", "exact"),
    "docs/explanation/strong-player.md": ("", "once"),
    "docs/explanation/third-player.md": ("make third-player", "exact"),
    "docs/explanation/values.md": ("python tools/values.py", "exact"),
}
"""Pages each of whose tables has a row, with the command where a section names none."""

NOT_KEPT = "the program was not kept"
MEASURED = ("time-a-move", "baselines")
"""Measures of players.md that depend on the machine."""

_COMMAND = re.compile(
    r"(?:[A-Z_]+=\S+ )*python (?:-m )?(?:benchmarks|tools)[/.][\w/.]+(?: bench_\w+)?"
)


def key_of(claim: Claim) -> tuple[str, str, int]:
    """Return what identifies a table."""
    return claim.page, claim.table, claim.nth


def all_tables() -> Iterator[tuple[tuple[str, str, int], str]]:
    """Yield the tables of all pages by page, first line and number."""
    for path in sorted((ROOT / "docs").rglob("*.md")):
        page, name = path.read_text("utf-8"), path.relative_to(ROOT).as_posix()
        for head, nth in tables(page):
            yield (name, head, nth), table_below(page, head, nth)


def synced(claims: Sequence[Claim]) -> list[Claim]:
    """Return the rows as they should be."""
    found = dict(all_tables())
    places = {digest_of(table): key for key, table in found.items()}
    rows = []
    for claim in claims:
        if claim.table and key_of(claim) not in found:
            if claim.digest not in places:
                print(f"gone: {claim.place}")
                continue
            page, head, nth = places[claim.digest]
            claim = claim._replace(page=page, table=head, nth=nth)
        rows.append(claim)
    have = {key_of(claim) for claim in rows if claim.table}
    new = [key for key in found if key[0] in MAKERS and key not in have]
    rows += [_row(key, found[key]) for key in new]
    return sorted(rows, key=lambda row: (row.page != "README.md", row.page))


def _row(key: tuple[str, str, int], table: str) -> Claim:
    name, head, nth = key
    print(f"new: {name}: {head}")
    command, kind = MAKERS[name]
    lines = (ROOT / name).read_text("utf-8").splitlines()
    start = [k for k, line in enumerate(lines) if line == head][nth - 1]
    section = max(k for k in range(start) if lines[k].startswith("#"))
    before = "\n".join(lines[section:start])
    named = _COMMAND.findall(before) or [
        f"python benchmarks/run.py {x}" for x in re.findall(r"`(bench_\w+)`", before)
    ]
    if measure := re.match(r"#+ ([a-z][\w-]+):", lines[section]):
        named = [f"python -m tools.players {measure[1]}"]
        kind = "measured" if measure[1] in MEASURED else kind
    return Claim(
        page=name,
        command=named[-1] if named else command or NOT_KEPT,
        kind="measured" if named and kind == "once" else kind,
        date=_changed(name, start, len(table.splitlines())),
        version=__version__,
        table=head,
        digest=digest_of(table),
        slow=kind == "exact",
        nth=nth,
    )


def _changed(name: str, start: int, length: int) -> date:
    """Return when one of these lines was last changed, by the history of git."""
    lines = f"-L{start + 1},{start + length}"
    words = ["git", "blame", "--porcelain", lines, "--", name]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    times = re.findall(r"^author-time (\d+)$", done.stdout, re.MULTILINE)
    return date.fromtimestamp(max(map(int, times))) if times else date.today()


def main(path: Path = LEDGER) -> None:
    """Write the ledger again."""
    head = head_of(path)
    path.write_text(written(synced(read_claims(path)), head), "utf-8")


if __name__ == "__main__":
    main()
