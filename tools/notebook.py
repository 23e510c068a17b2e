"""Write docs/notebook.ipynb: its cells, with what they give.

    python tools/notebook.py

The tests run the cells again and compare.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
CELLS = """\
# Who knows what, in Python

`mystpy` answers in Python as it does at the command line: values print as the
commands print them, and a notebook shows grids as tables and models as pictures.
---
import mystpy

game = mystpy.Game.myst(m=1, n=1, p=3, q=2)
game
---
A situation is checked at each step: what is not possible is refused, with its axiom.
---
s = mystpy.Situation.init(game, hands={3: ["s3"]})
s = s.do("asks(1,{s1,s2})", "yes(2)", "shows(2,1,_)")
s
---
s.why_not("no(3)")
---
s.possible()
---
"guess(1,{s4})" in s.possible()
---
What player 3 knows, as a table. `?` is not known; `!` depends on what is not given.
---
s.knows(3)
---
s.knows(1)
---
s.holds("K(1, h(2,s1)) | K(1, h(2,s2))")
---
Every answer has its reason.
---
s.why("K(3, h(2,s1) | h(2,s2))")
---
s.count(3)
---
A model of knowledge is a picture: three children, whose foreheads may be muddy.
---
from mystpy.kripke.files.model_file import load_model

load_model("queries/models/three-muddy-children.toml").model
"""


def cell(text: str, names: dict[str, Any]) -> dict[str, Any]:
    """A cell; whether it is code is told by its first line."""
    source = text.strip("\n").splitlines(keepends=True)
    try:
        compile(text, "cell", "exec")
    except SyntaxError:
        return {"cell_type": "markdown", "metadata": {}, "source": source}
    *lines, last = text.strip("\n").split("\n")
    exec("\n".join(lines), names)
    value = eval(last, names)
    html = getattr(value, "_repr_html_", None)
    data = {"text/plain": (str(value) if html else repr(value)).splitlines(True)}
    if html is not None:
        data["text/html"] = html().splitlines(True)
    output = {"output_type": "execute_result", "metadata": {}, "data": data}
    return {
        "cell_type": "code",
        "metadata": {},
        "execution_count": None,
        "source": source,
        "outputs": [output | {"execution_count": None}],
    }


def main() -> None:
    """Write the notebook."""
    names: dict[str, Any] = {}
    cells = [cell(text, names) for text in CELLS.split("---\n")]
    for number, each in enumerate(cells):
        each["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    book = {
        "cells": cells,
        "metadata": {"kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path = ROOT / "docs" / "notebook.ipynb"
    path.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
