"""Write sources.md: the sources section by section, and what shows each place.

    python tools/sources.py

writes the page from docs/sources.toml and the files in docs/sources/.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mystpy.sources.concordance import (
    STATES,
    Source,
    SourceEntry,
    entries,
    figures_from_elsewhere,
    sources,
)
from mystpy.sources.places import by_section

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "reference" / "sources.md"

HEAD = """# The sources, section by section

mystpy rests on five texts: a thesis, a paper and three reports. This page goes through
them in their order. Each section, figure, theorem, definition and example has an entry.
It has a short summary, the command that shows it, a text in the output of this command,
and whether mystpy does the same.

`mystpy source thesis 3.2` prints an entry, and `mystpy source 'figure 2.2'` finds it in
all sources; [the concordance](concordance.md) has all entries in one table that filters
and sorts. The commands run in any folder once mystpy is installed. There is a
counterexample for each error in [errata.md](../errata.md); how to cite the sources is
in [cite.md](../how-to/cite.md).

<!-- what follows is written by tools/sources.py from docs/sources.toml -->
"""


def page() -> str:
    """Return the text of the page."""
    lines = [HEAD, *_states(), ""]
    for source in sources():
        lines += [*_source(source), ""]
    lines += [*_elsewhere(), "", *_bibliographies()]
    return "\n".join(lines).rstrip() + "\n"


def _states() -> Iterator[str]:
    """The states of entries, and how many entries of each source have them."""
    yield "| state | meaning |"
    yield "|---|---|"
    for state, meaning in STATES.items():
        yield f"| {state} | {meaning} |"
    yield ""
    yield f"| source | places | {' | '.join(STATES)} |"
    yield f"|---|---|{'---|' * len(STATES)}"
    for source in sources():
        found = [entry.state for entry in entries(source.id)]
        counts = " | ".join(str(found.count(state)) for state in STATES)
        yield f"| [{source.called}](#{_anchor(source)}) | {len(found)} | {counts} |"


def _source(source: Source) -> Iterator[str]:
    yield f'<a id="{_anchor(source)}"></a>'
    yield ""
    yield f"## {source.title}"
    yield ""
    authors = ", ".join(source.authors)
    yield f"{authors}. {source.published}. `mystpy source {source.id}`"
    yield ""
    yield f"{source.text} {source.known} Address: <{source.where}>"
    for head, within in by_section(entries(source.id)):
        for marks, entry in (("###", head), *(("####", each) for each in within)):
            yield ""
            yield f"{marks} {_heading(entry)}"
            yield ""
            yield from _entry(entry)


def _entry(entry: SourceEntry) -> Iterator[str]:
    yield f'<a id="{entry_anchor(entry)}"></a>'
    yield ""
    yield entry.says
    yield ""
    yield f"- **{entry.state}**{'. ' if entry.why else ''}{entry.why}"
    for each in entry.run:
        yield f"- `{each.command.strip()}` prints `{each.gives}`"
    if entry.statements:
        links = (
            f"[{x}](../theorems.md#{x.replace('.', '')})" for x in entry.statements
        )
        yield f"- statements: {', '.join(links)}"
    if entry.labels:
        found = (f"[({x})](axiom-list.md#axiom-{x})" for x in entry.labels)
        yield f"- axioms: {', '.join(found)}"
    if entry.examples:
        names = (f"[{name}](../../{_file(name)})" for name in entry.examples)
        yield f"- files: {', '.join(names)}"
    if entry.picture:
        yield f"- picture: [{entry.picture}](../{entry.picture})"
    if entry.course:
        yield f"- course: [{entry.course}](../{entry.course})"


def _file(example: str) -> str:
    """Return the path of an example in the repository."""
    tree = f"queries/{example}.efg"
    return tree if (DOCS.parent / tree).is_file() else f"queries/{example}.toml"


def _elsewhere() -> Iterator[str]:
    yield "## Figures quoted from elsewhere"
    yield ""
    yield "Our pages quote figures of these projects that are not in the texts above."
    yield ""
    yield "| figure | quoted in | where it can be looked up | found there |"
    yield "|---|---|---|---|"
    for each in figures_from_elsewhere():
        yield f"| {each.says} | {each.page} | {each.where} | {each.checked} |"


def _bibliographies() -> Iterator[str]:
    for source in sources():
        if source.cites:
            yield f"## What {source.called} cites"
            yield ""
            yield from (f"- {line}" for line in source.cites)
            yield ""


def entry_anchor(entry: SourceEntry) -> str:
    """Return the anchor of an entry: its source, and its place with hyphens."""
    return f"{entry.source}-{'-'.join(entry.place.lower().split())}"


def _heading(entry: SourceEntry) -> str:
    return f"{entry.place}: {entry.title}" if entry.title else entry.place


def _anchor(source: Source) -> str:
    return f"source-{source.id}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
