"""Tables of results as data: rows that a reader can filter, sort and link to.

Each function makes the HTML of one table, without JavaScript a plain one;
docs/static/tables.js adds the filters and the sorting.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any

from mystpy.axioms import blocks
from mystpy.coq.formulas import coq_blocks
from mystpy.register import register
from mystpy.sources.concordance import SourceEntry, entries, sources
from tools.docs_pages import PARTS, Links, anchor, part_page, place_of, statements
from tools.sources import entry_anchor

DOCS = Path(__file__).parent.parent / "docs"
SHORT_FRACTION = 12
"""Characters of a fraction that is shown; a longer one is shown as a decimal number."""


@dataclass
class Cell:
    """A cell: its HTML, and a value by which its column is sorted or filtered."""

    html: str
    value: str | float | None = None


@dataclass
class Row:
    """A row: its anchor, and its cells."""

    id: str
    cells: list[Cell]


@dataclass
class DataTable:
    """A table: headings, each with a kind (text, number, choice), and rows."""

    name: str
    columns: list[tuple[str, str]]
    rows: list[Row] = field(default_factory=list)

    def html(self) -> str:
        """Return the table as HTML."""
        heads = "".join(
            f'<th scope="col" data-kind="{kind}">{escape(title)}</th>'
            for title, kind in self.columns
        )
        body = "\n".join(self._row(row) for row in self.rows)
        return (
            f'<div class="data-table-box"><table class="data-table" id="{self.name}">'
            f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>"
        )

    def _row(self, row: Row) -> str:
        cells = []
        for (title, _), cell in zip(self.columns, row.cells, strict=True):
            value = (
                "" if cell.value is None else f' data-value="{escape(str(cell.value))}"'
            )
            label = escape(title)
            cells.append(f'<td data-label="{label}"{value}>{cell.html}</td>')
        link = (
            f'<a class="row-link" href="#{row.id}" aria-label="link to this row">¶</a>'
        )
        cells[0] = cells[0].removesuffix("</td>") + f"{link}</td>"
        return f'<tr id="{row.id}">{"".join(cells)}</tr>'


Leads = Callable[[str], str]
"""The address of a page as seen from the page that has the table."""


def text(words: object) -> Cell:
    """Return a cell of plain text, with code in backticks."""
    return Cell(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(str(words))))


def linked(words: str, address: str, value: str | float | None = None) -> Cell:
    """Return a cell that is a link."""
    return Cell(f'<a href="{escape(address)}">{escape(words)}</a>', value)


def statement_table(leads: Leads, _: Links) -> str:
    """Return the statements of the sources with their verdicts."""
    columns = ["verdict", "source", "statement", "place", "what it says", "method"]
    kinds = ["choice", "choice", "text", "text", "text", "choice"]
    table = DataTable("statements", list(zip(columns, kinds, strict=True)))
    for row in statements():
        name, verdict = str(row["id"]), str(row["verdict"])
        source = re.sub(
            r"^Chapter (\d) of the thesis$", r"Thesis, \1", PARTS[str(row["chapter"])]
        )
        method = str(row["method"])
        kind = method.partition(":")[0] if method.startswith("Coq:") else method
        verdict_cell = Cell(f'<span class="verdict">{verdict.lower()}</span>', verdict)
        cells = [
            verdict_cell,
            linked(source, leads(part_page(str(row["chapter"]))), source),
            linked(name, leads(place_of(row)), name),
            text(row["place"]),
            text(row["says"]),
            Cell(escape(method), kind),
        ]
        table.rows.append(Row(name, cells))
    return counts_of_verdicts() + table.html()


def counts_of_verdicts() -> str:
    """Return how many statements have which verdict, and how many by proof in Coq."""
    found = Counter(str(row["verdict"]) for row in statements())
    by_coq = sum(str(row["method"]).startswith("Coq:") for row in statements())
    shown = ", ".join(
        f"<strong>{n}</strong> {name.lower()}" for name, n in found.most_common()
    )
    return (
        f"<p>{sum(found.values())} statements: {shown}."
        f" {by_coq} of them are settled by a theorem in Coq.</p>\n"
    )


BLUFFERS = {
    "both": "both may bluff",
    "one": "only player 1 may",
    "other": "only player 2 may",
    "nobody": "nobody may",
}


def value_table(_leads: Leads, _: Links) -> str:
    """Return the values of the solved games of two players."""
    names = ["game", "m", "n", "q", "cards", "rules", *BLUFFERS.values(), "turns"]
    kinds = {"game": "text", "rules": "choice"}
    table = DataTable("values", [(name, kinds.get(name, "number")) for name in names])
    games: list[dict[str, Any]] = json.loads((DOCS / "values.json").read_text("utf-8"))
    for game in games:
        m, n, q = (int(game[key]) for key in "mnq")
        announced = bool(game.get("announced"))
        rules = "section 7 of Knowledge games" if announced else "MYST"
        name = f"{'knowledge-game' if announced else 'myst'}-{m}-{n}-2-{q}"
        sizes = [Cell(str(number), number) for number in (m, n, q, m + 2 * n)]
        bounds = [bound(game.get(who)) for who in BLUFFERS]
        shown = text(f"MYST({m},{n},2,{q})")
        turns = Cell(str(game["turns"]), int(game["turns"]))
        cells = [shown, *sizes, Cell(rules, rules), *bounds, turns]
        table.rows.append(Row(name, cells))
    return table.html()


def bound(value: list[str] | None) -> Cell:
    """Return a value as a fraction, or its bounds as decimal numbers."""
    if value is None:
        return Cell("")
    low, high = map(Fraction, value)
    middle = float((low + high) / 2)
    if low != high:
        return Cell(f"{rounded(low)} to {rounded(high, up=True)}", middle)
    if len(value[0]) > SHORT_FRACTION:
        return Cell(f'<span title="{value[0]}">{float(low):.6f}</span>', middle)
    return Cell(value[0], middle)


def rounded(number: Fraction, *, up: bool = False) -> str:
    """Return four decimal places, rounded outwards."""
    scaled = number * 10_000
    whole = -(-scaled.numerator // scaled.denominator) if up else scaled // 1
    return f"{int(whole) / 10_000:.4f}"


PLAYER_HEADING = re.compile(r"^### ([\w-]+): ([\w ]+)$\n(.*?)(?=^##|\Z)", re.M | re.S)


def player_table(leads: Leads, _: Links) -> str:
    """Return what is claimed of players, and how each claim was settled."""
    titles = ["verdict", "claim", "what is said", "source", "games", "what was found"]
    kinds = ["choice", "text", "text", "choice", "number", "text"]
    table = DataTable("claims", list(zip(titles, kinds, strict=True)))
    listed = tomllib.loads((DOCS / "players.toml").read_text("utf-8"))
    page = (DOCS / "explanation" / "players.md").read_text("utf-8")
    settled = {
        name: (verdict, body) for name, verdict, body in PLAYER_HEADING.findall(page)
    }
    for row in (
        row
        for key in ("claim", "sentence", "duel", "measure")
        for row in listed.get(key, ())
    ):
        verdict, body = settled[row["id"]]
        heading = anchor(f"{row['id']}: {verdict}")
        there = leads(f"explanation/players#{heading}")
        found = re.search(r"^- (?:\d+ games; )?(.*)$", body, re.M)
        cells = [
            Cell(f'<span class="verdict">{verdict}</span>', verdict),
            linked(row["id"], there, row["id"]),
            text(row["says"]),
            Cell(
                escape(row["source"].partition(",")[0]), row["source"].partition(",")[0]
            ),
            Cell(str(row.get("games", "")), row.get("games", 0)),
            text(row.get("why") or (found[1] if found else "")),
        ]
        table.rows.append(Row(f"claim-{row['id']}", cells))
    return table.html()


def axiom_table(leads: Leads, links: Links) -> str:
    """Return the labelled formulas of axioms/, with where each is written."""
    titles = ["label", "section", "kind", "name", "formula", "written in"]
    kinds = ["text", "choice", "choice", "text", "text", "text"]
    table = DataTable("axioms", list(zip(titles, kinds, strict=True)))
    prolog, asp, coq = blocks("prolog"), blocks("asp"), coq_blocks()
    for row in register().rows:
        places = []
        for language, found, folder in (
            ("Prolog", prolog, "axioms"),
            ("ASP", asp, "axioms"),
            ("Coq", coq, "proofs"),
        ):
            if block := found.get(row.label):
                name = f"{folder}/{block.file.rpartition('/')[2]}"
                there = links.address("README.md", f"{name}#L{block.line}")
                places.append(f'<a href="{leads(there)}">{language}</a>')
        cells = [
            Cell(f"({escape(row.label)})", row.label),
            Cell(escape(row.section), row.section),
            Cell(row.kind, row.kind),
            text(row.name),
            Cell(f"<code>{escape(row.formula)}</code>"),
            Cell(", ".join(places)),
        ]
        table.rows.append(Row(f"axiom-{row.label}", cells))
    return table.html()


def concordance_table(leads: Leads, links: Links) -> str:
    """Return all places of the sources, with the line that shows each."""
    titles = ["source", "place", "what it says", "here", "run this", "more"]
    kinds = ["choice", "text", "text", "choice", "text", "text"]
    table = DataTable("places", list(zip(titles, kinds, strict=True)))
    for source in sources():
        for entry in entries(source.id):
            words = f"{entry.place}: {entry.title}" if entry.title else entry.place
            name = entry_anchor(entry)
            there = leads(f"reference/sources#{name}")
            commands = (f"<code>{escape(x.command.strip())}</code>" for x in entry.run)
            cells = [
                Cell(escape(source.called), source.called),
                linked(words, there),
                text(entry.says),
                Cell(f'<span class="verdict">{entry.state}</span>', entry.state),
                Cell("<br>".join(commands)),
                Cell("; ".join(related(entry, leads, links))),
            ]
            table.rows.append(Row(name, cells))
    return table.html()


def related(entry: SourceEntry, leads: Leads, links: Links) -> Iterator[str]:
    """Yield links to the axioms, statements, pictures and chapters of an entry."""

    def link(words: str, address: str) -> str:
        return f'<a href="{escape(leads(address))}">{escape(words)}</a>'

    for label in entry.labels:
        yield link(f"({label})", f"reference/axiom-list#axiom-{label}")
    for name in entry.statements:
        yield link(name, links.statements[anchor(name)])
    if entry.picture:
        yield link("picture", links.address("docs/index.md", entry.picture))
    if entry.course:
        yield link("chapter", links.address("docs/index.md", entry.course))


TABLES: dict[str, Callable[[Leads, Links], str]] = {
    "statements": statement_table,
    "values": value_table,
    "players": player_table,
    "axioms": axiom_table,
    "concordance": concordance_table,
}
"""The tables by the name that the directive `data-table` has."""


def all_rows(html: Iterable[str]) -> list[str]:
    """Return the anchors of the rows of tables."""
    return [name for each in html for name in re.findall(r'<tr id="([^"]+)"', each)]
