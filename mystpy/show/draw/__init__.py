"""Pictures: Kripke models as SVG and DOT, knowledge as grids, histories as strips.

All pictures are made of plain SVG, without scripts, fonts or files of elsewhere.
Colours are those of Okabe and Ito, and nothing is said by colour alone.
"""

from __future__ import annotations
