"""The steps between public states as SWI-Prolog computes them: axioms/diagram.pl.

For where clingo is not installed, and as a second opinion on the diagram.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from mystpy.engines.base import Conjunct
from mystpy.engines.public_state import (
    NEW,
    OLD,
    STAND_IN,
    Failing,
    Held,
    Key,
    LastQuestion,
    Place,
    Sight,
    State,
    key_of_term,
)
from mystpy.engines.swipl import swipl
from mystpy.engines.term_text import Term, show_term
from mystpy.errors import AxiomError


class PrologSource:
    """Computes the steps between public states from the Prolog files of chapter 2."""
