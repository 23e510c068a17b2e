"""The files of the repository that are pages of the site, and the targets of links.

The site has one page for each Markdown file of docs/ and for some files outside of it.
docs/theorems.md, too long for a page, is divided by the chapters of the sources. Links
between files of the repository become links between pages: `site:` and the address. A
link to a file that is no page leads to its text, which the site has as well.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from tools import docs_commands

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
KINDS = ("tutorials", "how-to", "reference", "explanation")
"""The folders of the four kinds of pages."""
FOLDERS = (*KINDS, "course", "project")

ELSEWHERE = {
    "README.md": "project/readme",
    "CHANGELOG.md": "project/changelog",
    "CODE_OF_CONDUCT.md": "project/code-of-conduct",
    "CONTRIBUTING.md": "project/contributing",
    "SECURITY.md": "project/security",
    "axioms/README.md": "reference/axioms",
    "benchmarks/README.md": "project/benchmarks",
    "proofs/README.md": "reference/proof-files",
    "tests/README.md": "project/tests",
    "theories/README.md": "reference/theories",
    "docs/errata.md": "reference/errata",
    "docs/notebook.ipynb": "how-to/notebook",
    "docs/schema/README.md": "reference/schemas",
    "docs/theorems.md": "reference/statements",
    "queries/models/README.md": "reference/example-models",
    "queries/puzzles/README.md": "reference/example-puzzles",
}
"""The pages whose address is not their path in docs/."""
DIVIDED = "docs/theorems.md"
PARTS = {
    "1": "Chapter 1 of the thesis",
    "2": "Chapter 2 of the thesis",
    "3": "Chapter 3 of the thesis",
    "4": "Chapter 4 of the thesis",
    "5": "Chapter 5 of the thesis",
    "knowledge_games": "Knowledge games",
    "clue_player": "A Clue player",
    "clue_models": "Clue agents with Kripke models",
    "whats_my_number": "What's my number",
    "bridge": "What the readings share",
}
"""The parts of the list of statements, by what docs/theorems.json calls a chapter."""
SLIDES = "docs/course/slides/"
LEFT_OUT = ("docs/course/de/", SLIDES)
"""Chapters in German are in the browser page, slides are built by themselves."""

LINK = re.compile(
    r"(?P<code>(`+)(?!`).+?(?<!`)\2(?!`))"
    r"|(?P<image>!\[[^\]]*\]\()(?P<picture>[^)\s]+)(?=[)\s])"
    r"|\]\(<?(?P<target>[^)\s>]+)>?(?P<title>\s+\"[^\"]*\")?\)"
    r"|(?P<tag><img\s[^>]*?src=\")(?P<source>[^\"]+)",
    re.S,
)
FENCE = re.compile(r"^(?P<fence>\s*(`{3,}|~{3,})).*?^\s*\2\s*$", re.M | re.S)
COQDOC = ROOT / "build" / "coqdoc" / "proofs"
"""The folder in which `make coqdoc` writes the pages of proofs/."""
PROOF = re.compile(r'\[`([\w.]+)`\]\(\.\./\.\./proofs/(\w+)\.v#L\d+ "(\w+)"\)')
PROOF_PAGE = r'<a href="../proofs/Myst.\2.html#\3"><code>\1</code></a>'
SCHEME = re.compile(r"[a-z][a-z+.-]*:", re.I)


def pages() -> dict[str, str]:
    """Return the address of each page, without its ending, by its path."""
    found = {}
    for path in sorted(DOCS.rglob("*.md")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(LEFT_OUT) and name not in ELSEWHERE:
            found[name] = name.removeprefix("docs/").removesuffix(".md")
    return found | ELSEWHERE


def parts() -> list[str]:
    """Return the addresses of the pages that no file is the source of."""
    commands = map(docs_commands.command_page, docs_commands.COMMANDS)
    return [*map(part_page, PARTS), *commands]


def statements() -> list[dict[str, object]]:
    """Return the statements with their verdicts."""
    rows: list[dict[str, object]] = json.loads((DOCS / "theorems.json").read_text())
    return rows


def anchor(title: str) -> str:
    """Return the anchor that GitHub gives to a heading."""
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")


def part_page(chapter: str) -> str:
    """Return the address of the page with the statements of a chapter."""
    return f"reference/statements/{chapter.replace('_', '-')}"


def place_of(row: dict[str, object]) -> str:
    """Return the address of a statement."""
    return f"{part_page(str(row['chapter']))}#{anchor(str(row['id']))}"


class Links:
    """Leads each link of the repository to a page of the site."""

    def __init__(self) -> None:
        self.pages = pages()
        self.statements = {anchor(str(x["id"])): place_of(x) for x in statements()}
        self.files: set[str] = set()
        """The paths of the files and folders that are shown as text."""

    def address(self, source: str, target: str) -> str:
        """Return where a link in a file leads. Raises KeyError for a broken link."""
        path, _, fragment = target.partition("#")
        joined = os.path.normpath(PurePosixPath(source).parent / path)
        name = source if not path else joined.replace(os.sep, "/")
        if name == DIVIDED and fragment:
            return self.statements[fragment]
        ending = f"#{fragment}" if fragment else ""
        if name in self.pages:
            return self.pages[name] + ending
        if name.startswith(SLIDES):
            return f"slides/{PurePosixPath(name).stem}.html{ending}"
        if name == "page/index.html":
            return f"{name}{ending}"
        if not (ROOT / name).exists() or name.startswith(".."):
            raise KeyError(f"{source}: there is no {target}")
        self.files.add(name)
        return f"{file_page(name)}{ending}"

    def rewritten(self, source: str, page: str, text: str) -> str:
        """Return the text of a file with links that are right for the site."""

        def replaced(match: re.Match[str]) -> str:
            if match["code"]:
                return match[0]
            if picture := match["picture"] or match["source"]:
                return (match["image"] or match["tag"]) + moved(source, page, picture)
            target = match["target"]
            if SCHEME.match(target):
                return match[0]
            return f"](site:{self.address(source, target)}{match['title'] or ''})"

        return outside_fences(text, lambda part: LINK.sub(replaced, part))


def to_coqdoc(text: str) -> str:
    """Lead from names of proofs to the pages of coqdoc in place of the lines."""
    return PROOF.sub(PROOF_PAGE, text)


def file_page(name: str) -> str:
    """Return the address of the text of a file or of the list of a folder."""
    return (
        f"files/{name}/index.html" if (ROOT / name).is_dir() else f"files/{name}.html"
    )


def moved(source: str, page: str, picture: str) -> str:
    """Return the path of a picture as seen from the page that a file has become."""
    if SCHEME.match(picture):
        return picture
    name = os.path.normpath(PurePosixPath(source).parent / picture)
    there = PurePosixPath(name).relative_to("docs")
    return os.path.relpath(there, PurePosixPath(page).parent).replace(os.sep, "/")


def outside_fences(text: str, change: Callable[[str], str]) -> str:
    """Return a text in which all but the fenced blocks is changed."""
    parts, place = [], 0
    for fence in FENCE.finditer(text):
        parts += [change(text[place : fence.start()]), fence[0]]
        place = fence.end()
    return "".join([*parts, change(text[place:])])


def divided(text: str) -> Iterator[tuple[str, str]]:
    """Yield each part of the list of statements, with its address."""
    _, *sections = re.split(r"^## ", text, flags=re.M)
    by_id = {section.partition("\n")[0]: section for section in sections}
    rows = statements()
    if set(by_id) != {str(row["id"]) for row in rows}:
        raise ValueError("docs/theorems.md is of another run than docs/theorems.json")
    for chapter, title in PARTS.items():
        mine = [by_id[str(row["id"])] for row in rows if row["chapter"] == chapter]
        shown = "".join(f"## {section}" for section in mine)
        head = f"# Statements: {title}\n\n{len(mine)} statements, with all readings and"
        head += " counterexamples. [All of them in one table](theorems.md)."
        yield part_page(chapter), f"{head}\n\n{shown}"


def pages_of(source: str, page: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield the pages that a file becomes: the address and the text of each."""
    if source == DIVIDED:
        yield from divided(text)
    elif page == docs_commands.PAGE:
        yield page, docs_commands.with_pages(text)
        yield from docs_commands.command_pages()
    elif page == "reference/coq-theorems" and COQDOC.is_dir():
        yield page, to_coqdoc(text)
    else:
        yield page, text


def stage(folder: Path) -> Links:
    """Write the sources of all pages into a folder; keep those that are the same."""
    links, written = Links(), set()

    def write(page: str, source: str, text: str) -> None:
        path = folder / f"{page}{PurePosixPath(source).suffix}"
        shown = links.rewritten(source, page, text)
        write_changed(path, shown + contents(page, shown, links))
        written.add(path)

    for source, page in links.pages.items():
        text = (ROOT / source).read_text("utf-8")
        if source.endswith(".ipynb"):
            write_changed(folder / f"{page}.ipynb", text)
            written.add(folder / f"{page}.ipynb")
        else:
            for part, shown in pages_of(source, page, text):
                write(part, source, shown)
    for path in (*DOCS.glob("*.svg"), *DOCS.glob("pictures/*.svg")):
        copy = folder / path.relative_to(DOCS)
        copy.parent.mkdir(exist_ok=True)
        shutil.copy2(path, copy)
    for path in folder.rglob("*"):
        if path.suffix in (".md", ".ipynb") and path not in written:
            path.unlink()
    return links


def contents(page: str, text: str, links: Links) -> str:
    """Return the table of contents that a page needs, for the menu; often none.

    The first page of a folder has the pages of the folder, in the order in which it
    leads to them, and then those that it does not lead to.
    """
    known = {*links.pages.values(), *parts()}
    if page == "index":
        below = [f"{name}/index" for name in FOLDERS]
    elif page.endswith("/index") and "```{toctree}" not in text:
        folder = page.removesuffix("index")
        named = re.findall(r"\]\(site:([^)#\s]+)", text)
        inside = {x for x in known if x.startswith(folder)} - {page}
        mine = {x for x in inside if "/" not in x[len(folder) :].removesuffix("/index")}
        below = [x for x in dict.fromkeys(named) if x in mine]
        below += sorted(mine - set(below))
    elif page == "reference/statements":
        below = list(map(part_page, PARTS))
    elif page == docs_commands.PAGE:
        below = list(map(docs_commands.command_page, docs_commands.COMMANDS))
    else:
        return ""
    entries = [f"/{x}" for x in below] + ["Index <genindex>"] * (page == "index")
    lines = "\n".join(entries)
    return f"\n```{{toctree}}\n:hidden:\n\n{lines}\n```\n"


def write_changed(path: Path, text: str) -> None:
    """Write a file, unless it has this text already."""
    if not path.is_file() or path.read_text("utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
