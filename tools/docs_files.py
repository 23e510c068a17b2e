"""Pages with the text of those files of the repository that the site leads to."""

from __future__ import annotations

import re
import shutil
from html import escape
from pathlib import Path

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_for_filename
from pygments.lexers.special import TextLexer
from pygments.util import ClassNotFound

from tools.docs_pages import ROOT, Links, file_page

MOST_HIGHLIGHTED = 150_000
"""Characters of a file above which its text is shown without colours."""
LEXERS = {
    ".lp": "x.pl",
    ".v": "x.v",
    ".efg": "x.txt",
    ".cff": "x.yaml",
    ".jsonl": "x.json",
}
HIDDEN = ("__pycache__",)

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{name} - mystpy</title>
<link rel="stylesheet" href="{up}_static/pygments.css">
<link rel="stylesheet" href="{up}_static/files.css">
<script src="{up}_static/files.js"></script>
</head>
<body data-theme="auto">
<header><a href="{up}index.html">mystpy</a> / {path}</header>
<main>
{body}
</main>
</body>
</html>
"""


def write_files(out: Path, links: Links) -> None:
    """Write a page for each file and each folder that a page of the site leads to."""
    shutil.rmtree(out / "files", ignore_errors=True)
    for name in sorted(links.files):
        if (ROOT / name).is_dir():
            links.files |= set(children(name)) - set(links.pages)
    for name in sorted(links.files):
        path = out / file_page(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        body = (
            folder_body(name, links) if (ROOT / name).is_dir() else file_body(name, out)
        )
        up = "../" * file_page(name).count("/")
        shown = PAGE.format(name=escape(name), up=up, path=escape(name), body=body)
        path.write_text(shown, "utf-8")


def children(name: str) -> list[str]:
    """Return the files in a folder, without those in folders below it."""
    found = sorted((ROOT / name).iterdir())
    return [x.relative_to(ROOT).as_posix() for x in found if shown(x) and x.is_file()]


def shown(path: Path) -> bool:
    """Return whether a file or folder is listed."""
    return path.name not in HIDDEN and not path.name.startswith(".")


def folder_body(name: str, links: Links) -> str:
    """Return the list of a folder, with links to the files that have a page."""
    rows = []
    up = "../" * file_page(name).count("/")
    for path in sorted((ROOT / name).iterdir()):
        if not shown(path):
            continue
        child = path.relative_to(ROOT).as_posix()
        words = escape(path.name + "/" * path.is_dir())
        if child in links.pages:
            rows.append(f'<li><a href="{up}{links.pages[child]}.html">{words}</a></li>')
        elif child in links.files:
            rows.append(f'<li><a href="{up}{file_page(child)}">{words}</a></li>')
        else:
            rows.append(f"<li>{words}</li>")
    listed = "\n".join(rows)
    return f"<h1>{escape(name)}</h1>\n<ul>\n{listed}\n</ul>"


def file_body(name: str, out: Path) -> str:
    """Return the text of a file, each line with an anchor; copy the file itself."""
    path = ROOT / name
    copy = out / "files" / name
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, copy)
    raw = f'<p><a href="{escape(path.name)}">The file itself</a></p>'
    if path.suffix == ".svg":
        shown = f'<p><img alt="{escape(path.name)}" src="{escape(path.name)}"></p>'
        return f"<h1>{escape(name)}</h1>\n{raw}\n{shown}"
    text = path.read_text("utf-8")
    if len(text) > MOST_HIGHLIGHTED:
        lexer = TextLexer()
        text = text[:MOST_HIGHLIGHTED] + "\n..."
    else:
        try:
            known = LEXERS.get(path.suffix, path.name)
            lexer = get_lexer_for_filename(known, text[:2000])
        except ClassNotFound:
            lexer = TextLexer()
    lines = HtmlFormatter(linenos="inline", lineanchors="L", anchorlinenos=True)
    code = re.sub(r'(?<=[#"])L-(?=\d+")', "L", highlight(text, lexer, lines))
    return f"<h1>{escape(name)}</h1>\n{raw}\n{code}"
