"""The part of verified.md on the runs of the checkers, for tools/verified.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

ACCEPTED, REJECTED, STOPPED = "accepted", "rejected", "stopped"
OUTSIDE, NOT_TRIED, FAILED = "outside", "not tried", "failed"
CHECKERS = {
    "verified": "verified",
    "package": "package",
    "tool": "`check_certificate.py`",
}
"""The checkers, and what they are called at the head of a column."""

WORDS = {
    ACCEPTED: "accepted, with the value of the table",
    REJECTED: "rejected",
    STOPPED: "stopped at the limit",
    OUTSIDE: "not run: the theorem is not about the game",
    NOT_TRIED: "not run: no time was left",
    FAILED: "broken off, for want of memory or otherwise",
}
"""Each outcome, and what it is called in the table of counts."""

HEAD = "<!-- what follows is written by tools/verified.py -->"
FOOT = "<!-- here it ends -->"


def page_part(found: Mapping[str, Any]) -> str:
    """The counts and the table of all certificates."""
    rows = found["certificates"]
    counts = {name: Counter(row[name][0] for row in rows) for name in CHECKERS}
    used = [word for word in WORDS if any(each[word] for each in counts.values())]
    lines = [
        f"Each of the three checkers was given {found['seconds']} seconds of processor"
        f" time for each of the {len(rows)} certificates of"
        " [certificates.md](certificates.md):",
        "",
        *_head("outcome", *CHECKERS.values()),
        *(
            _cells(WORDS[word], *(str(counts[name][word]) for name in CHECKERS))
            for word in used
        ),
        "",
        "Times are of the processor, in seconds, of the whole program: the two that are"
        " written in Python need a moment to start. `>` is before the limit at which a"
        " checker was stopped.",
        "",
        *_head("game", "bluffs by", "value", *CHECKERS.values()),
        *(
            _cells(
                *(row[key] for key in ("game", "bluff", "value")),
                *(_cell(*row[name]) for name in CHECKERS),
            )
            for row in rows
        ),
    ]
    return "\n".join(lines)


def with_part(page: str, found: Mapping[str, Any]) -> str:
    """Return the page with the new part."""
    before, head, rest = page.partition(HEAD)
    _, foot, after = rest.partition(FOOT)
    if not (head and foot):
        raise ValueError(f"the page has no {HEAD} and {FOOT}")
    return f"{before}{HEAD}\n\n{page_part(found)}\n\n{FOOT}{after}"


def _cell(word: str, seconds: float | None) -> str:
    if word == ACCEPTED:
        return f"{seconds:.2f}"
    return f"> {seconds:g}" if word == STOPPED else word


def _head(*cells: str) -> tuple[str, str]:
    return _cells(*cells), "|---" * len(cells) + "|"


def _cells(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
