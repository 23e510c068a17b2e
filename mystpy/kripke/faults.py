"""The errors of this package."""

from __future__ import annotations

from mystpy.errors import QueryError

NO_VALUATION = "no valuation of the atoms makes the law true"


class ModelError(QueryError):
    """A model, an action or an update is not one, or does not fit the other.

    Raised for relations that are not equivalences, valuations that miss a world,
    actions that cannot be executed, coverings that do not cover, and points, worlds
    and agents that are not in the model.
    """


class NotExecutable(ModelError):
    """An action or announcement cannot happen in the actual world; says why."""
