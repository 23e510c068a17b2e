"""An SVG picture as PDF."""

from __future__ import annotations

from mystpy.errors import EngineMissing
from mystpy.show.draw.svg import WEB_STYLE


def pdf_of(svg: str) -> bytes:
    """The same picture as a PDF file of one page.

    Raises EngineMissing where cairosvg, or the library that it needs, is not installed.
    """
    try:
        from cairosvg import svg2pdf
    except (ImportError, OSError):
        raise EngineMissing(
            "PDF needs cairosvg, which is not installed",
            hint="install it: pip install 'mystpy[pdf]'",
        ) from None
    plain = svg.replace(WEB_STYLE, "", 1)  # it would take the height from this
    made: bytes = svg2pdf(bytestring=plain.encode())
    return made
