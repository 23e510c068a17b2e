"""docs/sources.toml and docs/sources/: every place of the sources has its entry."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from mystpy.errors import QueryError
from mystpy.files.toml import file_text, toml_table
from mystpy.register import register
from mystpy.sources import concordance
from mystpy.sources.concordance import (
    STATES,
    SourceEntry,
    all_entries,
    entries,
    figures_from_elsewhere,
    sources,
)
from mystpy.sources.examples import examples, game_trees
from mystpy.sources.places import (
    Place,
    by_section,
    entries_at,
    entries_by_number,
    find_entries,
    place_of,
    read_place,
)
from mystpy.theses.statement import identifiers
from tools.sources import PAGE, page

ROOT = Path(__file__).parents[2]
HEADINGS = tomllib.loads((Path(__file__).parent / "headings.toml").read_text("utf-8"))
"""The headings, and what has a number, as the sources have them."""


def test_there_are_five_sources_with_entries() -> None:
    assert [source.id for source in sources()] == list(HEADINGS)
    assert all(entries(source.id) for source in sources())


@pytest.mark.parametrize("source", HEADINGS)
def test_every_heading_of_a_source_has_its_entry(source: str) -> None:
    missing = [place for place in HEADINGS[source] if not exact(place, source)]
    assert not missing


def exact(place: str, source: str) -> list[SourceEntry]:
    """Return the entries whose own place this is."""
    wanted = read_place(place)
    if wanted.kind is None and wanted.name[0].isdigit():
        wanted = Place("section", wanted.name)
    return [entry for entry in entries(source) if place_of(entry) == wanted]


def test_no_place_of_a_source_is_there_twice() -> None:
    places = Counter((entry.source, place_of(entry)) for entry in all_entries())
    assert max(places.values()) == 1


def test_every_label_of_an_axiom_is_in_an_entry() -> None:
    named = {label for entry in all_entries() for label in entry.labels}
    assert named == {row.label for row in register().rows}


def test_every_statement_of_the_bench_is_in_an_entry() -> None:
    named = {name for entry in all_entries() for name in entry.statements}
    known = identifiers()
    missing = [name for name in known if name not in named]
    assert not missing, "name them in docs/sources/ID.toml, then tools/sources.py"
    assert not named - set(known)


def has_source(path: Path) -> bool:
    """Return whether a file that comes with mystpy names one of the five sources."""
    said = str(toml_table(file_text(path), str(path)).get("source", "")).lower()
    names = ("thesis", "van ditmarsch 2000", "knowledge games", "columbia 2003")
    return said.startswith(names) or "cluedo with agents" in said or "lier" in said


def test_every_example_from_a_source_is_in_an_entry() -> None:
    named = {name for entry in all_entries() for name in entry.examples}
    known = examples()
    trees = set(game_trees())
    assert not named - set(known) - trees
    sourced = {name for name, path in known.items() if has_source(path)} | trees
    assert len(sourced) > 60
    assert not sourced - named, "name them in docs/sources/ID.toml"


def test_pictures_and_chapters_are_there() -> None:
    for entry in all_entries():
        for name in filter(None, (entry.picture, entry.course)):
            assert (ROOT / "docs" / name).is_file(), (entry.place, name)


def test_each_state_has_an_entry_and_each_exception_a_reason() -> None:
    states = Counter(entry.state for entry in all_entries())
    assert set(states) == set(STATES)
    assert all(entry.why for entry in all_entries() if entry.state != "same")
    assert all(entry.run for entry in all_entries() if entry.state != "left out")


def test_the_page_is_written_from_the_files() -> None:
    assert PAGE.read_text("utf-8") == page(), "run python tools/sources.py"


def test_figures_from_elsewhere_say_where_they_are() -> None:
    figures = figures_from_elsewhere()
    assert len(figures) >= 8
    for each in figures:
        assert "http" in each.where
        page_of = each.page.partition(",")[0]
        assert (ROOT / page_of).is_file(), page_of


def test_the_sources_cite_what_they_cite() -> None:
    numbers = {source.id: len(source.cites) for source in sources()}
    assert (numbers["thesis"], numbers["knowledge-games"]) == (19, 12)


def test_all_sources_are_cited() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    cite = (ROOT / "docs" / "how-to" / "cite.md").read_text("utf-8")
    course = (ROOT / "docs" / "course" / "index.md").read_text("utf-8")
    for source in sources():
        surnames = [name.split()[-1] for name in source.authors]
        for text in (citation, cite, course):
            assert all(surname in text for surname in surnames), source.id
        assert source.title in citation
        assert source.title in cite


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ("3.2", Place(None, "3.2")),
        ("section 3.2", Place("section", "3.2")),
        ("(4.1)", Place("formula", "4.1")),
        ("Thm. 3.1", Place("theorem", "3.1")),
        ("fig 2.2", Place("figure", "2.2")),
        ("Definition 14", Place("definition", "14")),
        ("Def. 14", Place("definition", "14")),
        ("Axiom 0", Place("formula", "0")),
        ("counting  logic", Place(None, "counting logic")),
    ],
)
def test_places_are_read_as_people_write_them(written: str, place: Place) -> None:
    assert read_place(written) == place


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("thesis|3.2", ["3.2", "(3.2)", "Lemma 3.2", "Theorem 3.2"]),
        ("thesis|section 3.2", ["3.2"]),
        ("bart|Theorem 3.2", ["Theorem 3.2"]),
        ("figure 2.2", ["figure 2.2"]),
        ("thesis|2.16", ["2.7"]),
        ("theorem-3.2", ["Theorem 3.2"]),
        ("example:fifteen-cards", ["example: fifteen cards"]),
        ("fifteen cards", ["example: fifteen cards"]),
        ("Mao", ["complete and incomplete information"]),
    ],
)
def test_a_place_is_found_by_its_names(words: str, found: list[str]) -> None:
    assert [entry.place for entry in find_entries(words.split("|"))] == found


def test_a_source_alone_stands_for_all_its_entries() -> None:
    for source in sources():
        for name in (source.id, *source.names):
            assert find_entries([name]) == entries(source.id)


def test_a_place_that_is_not_there_gets_the_nearest_one() -> None:
    with pytest.raises(QueryError, match=r"no 'figure 2\.3' in the sources") as raised:
        find_entries(["figure 2.3"])
    assert raised.value.hint == "did you mean figure 2.2?"
    with pytest.raises(QueryError, match="no 'zugzwang' in Bart 2000") as raised:
        find_entries(["thesis", "zugzwang"])
    assert raised.value.hint == "`mystpy source thesis` lists its places"


def test_a_number_is_first_looked_for_among_the_wanted_kinds() -> None:
    assert [x.place for x in entries_by_number("4.1", ("formula",))] == ["(4.1)"]
    assert [x.place for x in entries_by_number("4.1", ("claim",))] == ["Claim 4.1"]
    assert len(entries_at("4.1", entries("thesis"))) > 3


def test_sections_have_their_places_within_them() -> None:
    groups = {
        head.place: [entry.place for entry in within]
        for head, within in by_section(entries("thesis"))
    }
    assert "figure 2.2" in groups["2.2"]
    assert "ternary array" in groups["3.2"]
    named = by_section(entries("clue-players"))
    assert len(named) > 5


ENTRY = 'place = "1"\nsays = "x"\nstate = "same"\n'
WRONG = {
    "unknown key": f'{ENTRY}run = "a"\ngives = "b"\nplaec = "1"',
    "no reason": ENTRY.replace("same", "left out"),
    "no command": ENTRY,
    "no such state": f'{ENTRY.replace("same", "somehow")}why = "y"',
    "two commands": f'{ENTRY}run = ["a", "b"]\ngives = "b"',
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_wrong_entry_is_refused(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources.toml").write_text("", "utf-8")
    file = tmp_path / "sources" / "wrong.toml"
    file.write_text(f"[[entry]]\n{WRONG[fault]}\n", "utf-8")
    monkeypatch.setattr(concordance, "_FOLDERS", (tmp_path,))
    with pytest.raises(QueryError, match=r"wrong\.toml"):
        entries("wrong")


def test_counts_that_are_quoted_say_where_they_are() -> None:
    players = tomllib.loads((ROOT / "docs" / "players.toml").read_text("utf-8"))
    quoted = [row for row in players["claim"] if "printed" in row]
    quoted += [row for row in players["claim"] if "in 25 games" in row["says"]]
    quoted += [row for row in players["measure"] if "95 % of all games" in row["says"]]
    assert len(quoted) > 6
    for row in quoted:
        assert "github.com" in row.get("note", ""), row["id"]
