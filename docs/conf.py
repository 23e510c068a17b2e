"""How Sphinx builds the site; `make docs` runs `python -m tools.docs_site`.

The sources are those that tools/docs_pages.py has staged in build/docs-source. Nothing
is fetched while the site is built or read: fonts and scripts are local, and formulas
are plain text.
"""

import sys
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from jupyter_cache.executors import utils
from pygments.lexer import RegexLexer, bygroups
from pygments.lexers.lisp import SchemeLexer
from pygments.token import Generic, Text
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tools.docs_pages import Links  # noqa: E402
from tools.docs_tables import TABLES  # noqa: E402
from tools.release import current  # noqa: E402

# The output of a cell is joined to one text, as a terminal would show it.
utils.executenb = partial(utils.executenb, coalesce_streams=True)

LOG = logging.getLogger(__name__)
project = "mystpy"
author = "mystpy developers"
version = release = current()
language = "en"
extensions = ["myst_nb", "docs.api_reference"]
exclude_patterns = ["jupyter_execute"]

highlight_language = "none"
html_theme = "furo"
html_title = f"mystpy {version}"
html_static_path = [str(ROOT / "docs" / "static")]
html_css_files = ["site.css"]
html_js_files = [("tables.js", {"defer": "defer"}), ("copy.js", {"defer": "defer"})]
html_theme_options = {"navigation_with_keys": True, "footer_icons": []}
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
html_use_index = True
smartquotes_action = "qe"  # not dashes, which would change --options

myst_heading_anchors = 6
myst_url_schemes = {"http": None, "https": None, "mailto": None, "site": None}
nb_execution_excludepatterns = ["how-to/notebook.ipynb"]
nb_execution_in_temp = True
nb_execution_timeout = 600
nb_execution_raise_on_error = True
nb_execution_show_tb = True

INDEX = tomllib.loads((ROOT / "docs" / "index.toml").read_text("utf-8"))
"""The terms of the index, and the pages or sections that each of them leads to."""


class NotebookLexer(RegexLexer):
    """Colours what is typed into a notebook of a game, and what it answers."""

    name = "notebook of a game"
    aliases = ("notebook",)
    tokens = {  # noqa: RUF012, as the class above has it
        "root": [
            (r"^(\w+> )(.*\n)", bygroups(Generic.Prompt, Text)),
            (r".*\n", Generic.Output),
        ]
    }


class GitHubAnchors(SphinxTransform):
    """Gives a section the anchor that it has on GitHub, before all others."""

    default_priority = 700

    def apply(self, **_: Any) -> None:
        """Put the slug of each section in front of its identifiers."""
        for section in self.document.findall(nodes.section):
            slug = section.get("slug")
            if slug:
                ids = [one for one in section["ids"] if one != slug]
                section["ids"] = [slug, *ids]


class IndexTerms(SphinxTransform):
    """Adds the terms of docs/index.toml that lead to a page to the index."""

    default_priority = 710

    def apply(self, **_: Any) -> None:
        """Put an index node into each section that a term leads to."""
        sections = list(self.document.findall(nodes.section))
        by_slug = {section.get("slug", ""): section for section in sections}
        by_slug[""] = sections[0] if sections else self.document
        places = [(term, place) for term in INDEX for place in INDEX[term]]
        if self.env.docname.startswith("reference/statements/"):
            slugs = (
                slug for slug in by_slug if slug and by_slug[slug] is not sections[0]
            )
            places += [
                (by_slug[slug][0].astext(), f"{self.env.docname}#{slug}")
                for slug in slugs
            ]
        for number, (term, place) in enumerate(places):
            page, _, slug = place.partition("#")
            if page != self.env.docname:
                continue
            if slug not in by_slug:
                LOG.warning("docs/index.toml: there is no %s", place)
                continue
            name = f"index-{number}"
            entry = ("single", term, name, "", None)
            by_slug[slug].insert(1, nodes.target("", "", ids=[name]))
            by_slug[slug].insert(1, addnodes.index(entries=[entry]))


class DataTableDirective(Directive):
    """`{data-table} NAME`: a table of results that filters and sorts."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a node that becomes the table when its page is written."""
        return [nodes.raw("", "", format="html", data_table=self.arguments[0])]


def resolve(app: Any, tree: nodes.document, page: str) -> None:
    """Lead links of the scheme `site` to their pages, and make the tables."""

    def leads(address: str) -> str:
        target, mark, anchor = address.partition("#")
        whole = target if target.endswith(".html") else f"{target}.html"
        if target == page:
            return f"#{anchor}" if mark else ""
        return "../" * page.count("/") + whole + mark + anchor

    for link in tree.findall(nodes.reference):
        if link.get("refuri", "").startswith("site:"):
            link["refuri"] = leads(link["refuri"].removeprefix("site:"))
            link["internal"] = True
    for node in list(tree.findall(nodes.raw)):
        if name := node.get("data_table"):
            html = TABLES[name](leads, app.config.repository_links)
            node.replace_self(nodes.raw("", html, format="html"))


def setup(app: Any) -> None:
    """Register what this file adds to Sphinx."""
    app.add_lexer("notebook", NotebookLexer)
    app.add_lexer("lisp", SchemeLexer)  # it reads EPDDL, and that of Lisp does not
    app.add_config_value("repository_links", Links(), "")
    app.add_transform(GitHubAnchors)
    app.add_transform(IndexTerms)
    app.add_directive("data-table", DataTableDirective)
    app.connect("doctree-resolved", resolve)
