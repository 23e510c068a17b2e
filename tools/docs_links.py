"""Checks a built site: its links and anchors, what it loads, what can be reached."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tools.docs_pages import FOLDERS

APART = ("page", "slides", "proofs")
"""Folders of the site that other programs make and other tests check."""
MADE_BY_SPHINX = ("genindex.html", "search.html")
LOADED = {
    "script": "src",
    "img": "src",
    "link": "href",
    "iframe": "src",
    "source": "src",
}


@dataclass
class ReadPage(HTMLParser):
    """The anchors of a page, its links, and the files that it loads."""

    path: Path
    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the anchors and links of a tag."""
        given = {key: value or "" for key, value in attrs}
        self.anchors |= {given[key] for key in ("id", "name") if key in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "link" and given.get("rel") in ("next", "prev", "index", "search"):
            self.links.append(given["href"])
        elif given.get(LOADED.get(tag, "")):
            self.loaded.append(given[LOADED[tag]])


class Site:
    """The pages of a site, apart from those that other programs make."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        paths = (path for path in folder.rglob("*.html") if not self.is_apart(path))
        self.pages = {path: ReadPage(path) for path in sorted(paths)}

    def is_apart(self, path: Path) -> bool:
        """Return whether another program makes a file, or is to make it."""
        names = path.relative_to(self.folder).parts
        return names[0] in (*APART, "_static", "_sources")

    def target(self, page: Path, link: str) -> Path:
        """Return the file that a link leads to."""
        path = unquote(urlsplit(link).path)
        found = Path(re.sub(r"/\.$", "", str((page.parent / path).resolve())))
        return page if not path else found / "index.html" if found.is_dir() else found

    def faults(self) -> Iterator[str]:
        """Yield broken links and anchors, and requests to other hosts."""
        for path, page in self.pages.items():
            where = path.relative_to(self.folder)
            for link in page.loaded:
                if urlsplit(link).netloc:
                    yield f"{where} loads {link} from another host"
                elif (
                    not link.startswith("data:")
                    and not self.target(path, link).exists()
                ):
                    yield f"{where} loads {link}, which is missing"
            for link in page.links:
                if not urlsplit(link).scheme:
                    yield from (f"{where}: {x}" for x in self.broken(path, link))

    def broken(self, page: Path, link: str) -> Iterator[str]:
        """Yield why a link within the site is broken."""
        target, anchor = self.target(page, link), unquote(urlsplit(link).fragment)
        if not target.is_relative_to(self.folder):
            yield f"{link} leads out of the site"
        elif self.is_apart(target):
            top = self.folder / target.relative_to(self.folder).parts[0]
            if top.exists() and not target.exists():
                yield f"{link} leads nowhere"
        elif not target.exists():
            yield f"{link} leads nowhere"
        elif (
            anchor and target in self.pages and anchor not in self.pages[target].anchors
        ):
            yield f"{link}: there is no such anchor"

    def reached(self) -> set[Path]:
        """Return the pages to which links lead from the first one."""
        found, waiting = set(), [self.folder / "index.html"]
        while waiting:
            path = waiting.pop()
            if path in found or path not in self.pages:
                continue
            found.add(path)
            links = (x for x in self.pages[path].links if not urlsplit(x).scheme)
            waiting += [self.target(path, link) for link in links]
        return found

    def unreached(self) -> list[str]:
        """Return the pages that no chain of links leads to."""
        missing = set(self.pages) - self.reached()
        return sorted(str(path.relative_to(self.folder)) for path in missing)

    def documents(self) -> list[str]:
        """Return the addresses of the pages that Sphinx has made of documents."""
        found = (path.relative_to(self.folder) for path in self.pages)
        names = (x.with_suffix("").as_posix() for x in found if x.parts[0] != "files")
        return [x for x in names if f"{x}.html" not in MADE_BY_SPHINX]

    def searched(self) -> list[str]:
        """Return the pages that the search index has."""
        text = (self.folder / "searchindex.js").read_text("utf-8")
        index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
        return list(index["docnames"])


def astray(documents: Iterable[str]) -> list[str]:
    """Return the pages, but for the first, that are in none of the folders."""
    return [x for x in documents if x != "index" and x.partition("/")[0] not in FOLDERS]


def faults_of(folder: Path) -> list[str]:
    """Return all that is wrong with a built site."""
    site = Site(folder.resolve())
    faults = list(site.faults())
    faults += [f"{page}: no link leads there" for page in site.unreached()]
    faults += [f"{page}: in no folder of a kind" for page in astray(site.documents())]
    missing = set(site.documents()) - set(site.searched())
    return faults + [f"{page}: not in the search index" for page in sorted(missing)]
