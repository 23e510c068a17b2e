"""The package of the documentation's tutorial, and one whose words are hostile."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "packages.md"
FILE = re.compile(r"^```\w+\n[#%] file: (\S+)\n(.*?)^```$", re.M | re.S)

ESCAPE = "\x1b[31m"
HOSTILE = f'<b>{{1}}</b> & {{{{2}}}} \\u202e {ESCAPE}ṡees {{3}} of {{2}} "Łukasz" {{9}}'
"""Words with HTML, braces, letters of other languages and signs that terminals obey."""


def write_three_cards(folder: Path, words: str | None = None) -> Path:
    """Write the package, perhaps with other words of its action; return its folder."""
    for name, content in FILE.findall(PAGE.read_text("utf-8")):
        path = folder / name
        path.parent.mkdir(exist_ok=True, parents=True)
        if words is not None:
            content = content.replace('"{1} looks at {3} of {2}"', words)
        path.write_text(content, encoding="utf-8")
    return folder / "three-cards"


def hostile(folder: Path) -> Path:
    """Write a package with hostile words, name and story; return its folder."""
    escaped = HOSTILE.replace("\x1b", "\\u001b").replace('"', '\\"')
    path = write_three_cards(folder, f'"{escaped}"')
    file = path / "theory.toml"
    text = file.read_text("utf-8").replace(
        'name = "Three cards"',
        'name = "</script>\\u001b]0;x\\u0007 {0} ℵ"\nsays = "a\\u009b31mb\\u2028c"',
    )
    text = text.replace('"{1} holds {2}"', '"{1} <i>hölds</i>\\u001b[2J {2} {}"')
    file.write_text(text, encoding="utf-8")
    axioms = path / "theory.lp"
    text = axioms.read_text("utf-8").replace("% (T2) ", "% (T2) \x1b[2J")
    axioms.write_text(text, encoding="utf-8")
    return path
