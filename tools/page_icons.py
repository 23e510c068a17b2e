"""Draw the page's icons for phones, page/icons/*.png, from page/icon.svg.

    python tools/page_icons.py

They are kept in the repository, since the page is built without a library that draws.
Two kinds have no round corners: Apple's and maskable ones, which phones cut themselves;
in a maskable one the cards are within the circle that no phone cuts.
"""

from __future__ import annotations

from pathlib import Path

import cairosvg

PAGE = Path(__file__).parent.parent / "page"
ICONS = {
    "apple-touch": (180, "square"),
    "icon-192": (192, "round"),
    "icon-512": (512, "round"),
    "maskable-512": (512, "safe"),
}
SAFE = 'class="cards" transform="translate(8.3 8.3) scale(.74)"'


def drawing(kind: str) -> str:
    """Return the icon as SVG: with round corners, square, or within the safe circle."""
    text = (PAGE / "icon.svg").read_text("utf-8")
    if kind != "round":
        text = text.replace(' rx="13"', "", 1)
    return text.replace('class="cards"', SAFE) if kind == "safe" else text


def main() -> None:
    """Draw all icons."""
    for name, (size, kind) in ICONS.items():
        target = str(PAGE / "icons" / f"{name}.png")
        cairosvg.svg2png(
            drawing(kind).encode(),
            write_to=target,
            output_width=size,
            output_height=size,
        )


if __name__ == "__main__":
    main()
