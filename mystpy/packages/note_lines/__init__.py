"""Lines in the words of a package: which actions and fluents they say."""

__all__: list[str] = []
