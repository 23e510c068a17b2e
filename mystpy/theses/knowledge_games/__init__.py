"""The knowledge-games paper (van Ditmarsch 2000): its claims as statements."""

from __future__ import annotations

from mystpy.theses.knowledge_games.statements import STATEMENTS

__all__ = ["STATEMENTS"]
