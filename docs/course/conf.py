"""How Sphinx builds the slides of the course; docs/conf.py is for the site.

`make slides` builds them. Nothing is fetched while they are built or read: formulas are
plain text, and pictures are those that `mystpy draw` makes.
"""

from functools import partial

from jupyter_cache.executors import utils

# The output of a cell is joined to one text, as a terminal would show it.
utils.executenb = partial(utils.executenb, coalesce_streams=True)

project = "Who knows what: a course"
author = "mystpy developers"
language = "en"
extensions = ["myst_nb", "sphinx_revealjs"]

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
