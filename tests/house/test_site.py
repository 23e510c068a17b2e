"""The site: its pages, links, tables and index; `make docs` builds it."""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from pathlib import Path

import click
import pytest

from mystpy.cli import cli
from mystpy.cli.command_table import COMMANDS
from tests.house.package import ROOT
from tests.programs import ran
from tools.docs_commands import (
    LIST,
    command_list,
    command_page,
    command_pages,
    escaped,
    with_pages,
)
from tools.docs_links import Site, astray, faults_of
from tools.docs_pages import (
    DIVIDED,
    FENCE,
    FOLDERS,
    KINDS,
    Links,
    anchor,
    divided,
    pages,
    part_page,
    parts,
    stage,
    statements,
)
from tools.docs_tables import TABLES, all_rows

DOCS = ROOT / "docs"
BUILDER = (sys.executable, "-m", "tools.docs_site")


def test_every_page_is_in_one_folder() -> None:
    found = {name: page for name, page in pages().items() if name != DIVIDED}
    addresses = [*found.values(), *parts()]
    assert max(Counter(addresses).values()) == 1
    assert not astray(addresses)
    assert astray(["index", "how-to/table", "elsewhere"]) == ["elsewhere"]
    assert {x.partition("/")[0] for x in addresses} == {"index", *FOLDERS}


@pytest.mark.parametrize("kind", [*KINDS, "project"])
def test_the_first_page_of_a_folder_leads_to_every_page(kind: str) -> None:
    links = Links()
    source = f"docs/{kind}/index.md"
    text = links.rewritten(source, f"{kind}/index", (ROOT / source).read_text("utf-8"))
    named = set(re.findall(r"\]\(site:([^)#\s]+)", text))
    inside = {x for x in links.pages.values() if x.startswith(f"{kind}/")}
    mine = {x for x in inside if x.removesuffix("/index").count("/") == 1}
    assert not mine - named, f"name them in {source}"


def test_the_reference_of_commands_is_their_help() -> None:
    assert LIST.read_text("utf-8") == command_list(), "python -m tools.docs_commands"
    texts = dict(command_pages())
    assert list(texts) == [command_page(name) for name in COMMANDS]
    linked = re.findall(r"\(site:([^)]+)\)", with_pages(command_list()))
    assert linked == list(texts)
    top = click.Context(cli, info_name="mystpy")
    for name in COMMANDS:
        text, command = texts[command_page(name)], cli.get_command(top, name)
        assert command is not None
        assert "\b" not in text
        assert "## Examples\n\n```console\n$ mystpy" in text or "| mystpy" in text, name
        shown = re.findall(r"^- `([^`]+)`", text, re.M)
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                longest = max(parameter.opts, key=len)
                assert any(longest in options for options in shown), (name, longest)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Implies --odds.", "Implies `--odds`."),
        ("a* _b_ [x>=1] <c>", r"a\* \_b\_ \[x\>=1\] \<c\>"),
        ("see `a_b --c` and --c", "see `a_b --c` and `--c`"),
        ("one ` only", "one \\` only"),
    ],
)
def test_a_help_text_is_the_same_in_markdown(text: str, shown: str) -> None:
    assert escaped(text) == shown


def test_links_of_all_files_lead_somewhere(tmp_path: Path) -> None:
    links = stage(tmp_path)
    assert len(links.files) > 200
    staged = {x.relative_to(tmp_path).as_posix() for x in tmp_path.rglob("*.md")}
    assert f"{part_page('2')}.md" in staged
    text = "".join(x.read_text("utf-8") for x in tmp_path.rglob("*.md"))
    plain = FENCE.sub("", text)
    led = re.findall(r"\]\(site:([^)#\s]+)", plain)
    names = {*links.pages.values(), *parts()}
    assert not {x for x in led if not x.endswith(".html")} - names


@pytest.mark.parametrize(
    ("target", "address"),
    [
        ("table.md#begin", "how-to/table#begin"),
        ("#begin", "how-to/python#begin"),
        ("../theorems.md#theorem-41", "reference/statements/4#theorem-41"),
        ("../theorems.md", "reference/statements"),
        ("../errata.md", "reference/errata"),
        ("../../axioms/myst.pl#L3", "files/axioms/myst.pl.html#L3"),
        ("../../axioms", "files/axioms/index.html"),
        ("../course/slides/lecture-1.md", "slides/lecture-1.html"),
        ("../../page/index.html", "page/index.html"),
    ],
)
def test_a_link_leads_to_its_page(target: str, address: str) -> None:
    assert Links().address("docs/how-to/python.md", target) == address


def anchors_of(text: str) -> set[str]:
    """Return the anchors of a page: of its headings, and those that it names."""
    plain = FENCE.sub("", text)
    titles = re.findall(r"^#+ (.+)$", plain, re.M)
    bare = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title) for title in titles]
    slugs = Counter(map(anchor, bare))
    again = {f"{slug}-{n}" for slug in slugs for n in range(1, slugs[slug])}
    return {*slugs, *again, *re.findall(r"<a id=\"([^\"]+)\">", plain)}


def test_links_to_sections_lead_to_sections(tmp_path: Path) -> None:
    stage(tmp_path)
    texts = {
        x.relative_to(tmp_path).with_suffix("").as_posix(): x.read_text("utf-8")
        for x in tmp_path.rglob("*.md")
    }
    tables = {table: set(all_rows([TABLES[table](str, Links())])) for table in TABLES}
    anchors = {page: anchors_of(text) for page, text in texts.items()}
    for page, text in texts.items():
        for table in re.findall(r"^```\{data-table\} (\w+)$", text, re.M):
            anchors[page] |= tables[table]
    broken = [
        f"{page}: {target}#{slug}"
        for page, text in texts.items()
        for target, slug in re.findall(
            r"\]\(site:([^)#\s]+)#([^)\s]+)\)", FENCE.sub("", text)
        )
        if target in anchors and slug not in anchors[target]
    ]
    assert not broken


def test_a_link_that_leads_nowhere_is_an_error() -> None:
    for target in ("nowhere.md", "../../../etc/passwd", "../theorems.md#theorem-99"):
        with pytest.raises(KeyError):
            Links().address("docs/how-to/python.md", target)


def test_links_in_code_are_left_alone() -> None:
    text = "`[a](b.md)` [`a`](table.md)\n\n```\n[a](b.md)\n```\n"
    found = Links().rewritten("docs/how-to/python.md", "how-to/python", text)
    assert found == text.replace("(table.md)", "(site:how-to/table)")


def test_every_statement_is_on_one_page() -> None:
    text = (DOCS / "theorems.md").read_text("utf-8")
    found = re.findall(r"^## (\S+)$", "".join(x for _, x in divided(text)), re.M)
    assert Counter(found) == Counter(str(row["id"]) for row in statements())
    with pytest.raises(ValueError, match="another run"):
        list(divided(text.replace("## theorem-4.1\n", "## theorem-4.9\n")))


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_a_link_for_each_row(name: str) -> None:
    html = TABLES[name](lambda address: f"{address}.html", Links())
    rows = all_rows([html])
    assert len(rows) > 40
    assert max(Counter(rows).values()) == 1
    assert re.findall(r'class="row-link" href="#([^"]+)"', html) == rows
    columns = html.count("<th ")
    assert html.count("<td ") == columns * len(rows)


def test_the_tables_have_the_rows_of_the_data() -> None:
    made = {name: TABLES[name](str, Links()) for name in TABLES}
    assert all_rows([made["statements"]]) == [str(row["id"]) for row in statements()]
    listed = tomllib.loads((DOCS / "players.toml").read_text("utf-8"))
    claims = [x["id"] for key in ("claim", "sentence") for x in listed[key]]
    assert {f"claim-{x}" for x in claims} <= set(all_rows([made["players"]]))
    assert '<td data-label="both may bluff" data-value="0.6">3/5</td>' in made["values"]


def test_the_index_leads_to_pages() -> None:
    index = tomllib.loads((DOCS / "index.toml").read_text("utf-8"))
    assert len(index) > 60
    by_page = {page: ROOT / source for source, page in pages().items()}
    for place in (place for places in index.values() for place in places):
        page, _, slug = place.partition("#")
        assert page in by_page, place
        titles = re.findall(r"^#+ (.+)$", by_page[page].read_text("utf-8"), re.M)
        assert not slug or slug in map(anchor, titles), place


def test_what_is_wrong_with_a_site_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "how-to").mkdir()
    (tmp_path / "index.html").write_text(
        '<script src="https://example.org/x.js"></script>'
        '<a href="how-to/a.html#none">a</a> <a href="gone.html">b</a>'
    )
    (tmp_path / "how-to" / "a.html").write_text('<h1 id="a">A</h1>')
    (tmp_path / "lost.html").write_text("<p>nobody links here</p>")
    (tmp_path / "searchindex.js").write_text('Search.setIndex({"docnames":["index"]})')
    found = "\n".join(faults_of(tmp_path))
    for fault in (
        "index.html loads https://example.org/x.js from another host",
        "how-to/a.html#none: there is no such anchor",
        "gone.html leads nowhere",
        "lost.html: no link leads there",
        "lost: in no folder of a kind",
        "how-to/a: not in the search index",
    ):
        assert fault in found


@pytest.mark.slow
def test_the_site_is_built_without_a_fault(tmp_path: Path) -> None:
    out, sources = tmp_path / "site", tmp_path / "sources"
    done = ran([*BUILDER, out, "--sources", sources, "--unrun"], cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    site = Site(out)
    assert not faults_of(out)
    made = {*pages().values(), *parts()}
    assert set(site.documents()) == made == set(site.searched())
    assert (out / ".nojekyll").exists()
    front = (out / "index.html").read_text("utf-8")
    for door in (*KINDS, "course"):
        assert f'href="{door}/index.html"' in front
    assert 'href="course/guide.html"' in front
    index = (out / "genindex.html").read_text("utf-8")
    assert "common knowledge" in index
    assert "theorem-4.1" in index
    for page in site.pages.values():
        if "files" not in page.path.relative_to(out).parts[:1]:
            text = page.path.read_text("utf-8")
            assert "tables.js" in text
            assert "theme-toggle" in text
