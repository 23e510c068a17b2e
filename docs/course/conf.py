"""What Sphinx needs to know of the course: a book of notebooks, and slides.

`make course` and `make slides` build both. Nothing is fetched while they are built or
read: formulas are plain text, and pictures are those that `mystpy draw` makes.
"""

import re
from functools import partial
from pathlib import Path
from typing import Any

from jupyter_cache.executors import utils

# What a cell prints piece by piece is one text, as a terminal would show it.
utils.executenb = partial(utils.executenb, coalesce_streams=True)

project = "Who knows what: a course"
author = "mystpy developers"
language = "en"
extensions = ["myst_nb", "sphinx_revealjs"]
root_doc = "course/index"
include_patterns = [
    "course/*.md",
    "*.md",
    "how-to/*.md",
    "reference/*.md",
    "explanation/*.md",
]  # the chapters, and the pages they lead to
suppress_warnings = [
    "toc.not_included",
    "myst.xref_missing",
    "myst.header",
]  # a test looks at links

COQDOC = Path(__file__).parents[2] / "build" / "coqdoc"
"""Where `make coqdoc` writes the pages of proofs/."""
html_extra_path = [str(COQDOC)] if COQDOC.is_dir() else []

html_theme = "furo"
html_title = project
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False

myst_heading_anchors = 2
nb_execution_mode = "force"
nb_execution_in_temp = True
nb_execution_timeout = 600
nb_execution_raise_on_error = True
nb_mime_priority_overrides = [
    ("revealjs", kind, place)
    for place, kind in enumerate(("image/svg+xml", "text/html", "text/plain"))
]

revealjs_style_theme = "white"
revealjs_static_path = ["static"]
revealjs_css_files = ["slides.css"]
revealjs_script_plugins = [
    {"src": "revealjs/plugin/notes/notes.js", "name": "RevealNotes"}  # the key S
]
revealjs_script_conf = {
    "width": 1280,
    "height": 720,
    "center": False,
    "hash": True,
    "slideNumber": True,
    "transition": "none",
}

LINE = re.compile(r'\[`([\w.]+)`\]\(\.\./\.\./proofs/(\w+)\.v#L\d+ "(\w+)"\)')
PAGE = r'<a href="../proofs/Myst.\2.html#\3"><code>\1</code></a>'


def to_coqdoc(text: str) -> str:
    """Lead to the pages of coqdoc, not to the lines, which are not in the book."""
    return LINE.sub(PAGE, text)


def _read(app: Any, name: str, source: list[str]) -> None:
    if name == "explanation/coq" and COQDOC.is_dir():
        source[0] = to_coqdoc(source[0])


def setup(app: Any) -> None:
    """Have Sphinx read docs/explanation/coq.md so."""
    app.connect("source-read", _read)
