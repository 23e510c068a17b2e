"""Questions about what follows for a player of Clue with the full deck of 21 cards."""

from __future__ import annotations
