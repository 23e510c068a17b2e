"""A Sphinx extension for the pages of `docs/reference/api/`: autodoc and its settings.

A `conf.py` that has this folder on its path lists `api_reference` among its
extensions, and needs no further settings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

SETTINGS: dict[str, Any] = {
    "autodoc_member_order": "bysource",
    "autodoc_typehints": "signature",
    "autodoc_preserve_defaults": True,
    "python_maximum_signature_line_length": 72,
    "python_use_unqualified_type_names": True,
    "toc_object_entries_show_parents": "hide",
}


def setup(app: Sphinx) -> dict[str, bool]:
    """Add autodoc to an application of Sphinx."""
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("config-inited", configure)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def configure(_app: Sphinx, config: Config) -> None:
    """Set what the API reference needs: code in docstrings has single backticks."""
    for name, value in SETTINGS.items():
        setattr(config, name, value)
    if config.default_role is None:
        config.default_role = "code"
