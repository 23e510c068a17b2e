"""Checks of the rules of a package, so that answers rest on sound axioms."""

__all__: list[str] = []
