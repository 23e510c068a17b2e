"""The runs of a history of a package, and the truth of formulas in them."""

__all__: list[str] = []
