"""The thesis's axioms and the model of knowledge games: where the two papers meet."""

from __future__ import annotations

from mystpy.theses.bridge import positive, product, recall

STATEMENTS = (*product.STATEMENTS, *recall.STATEMENTS, *positive.STATEMENTS)
