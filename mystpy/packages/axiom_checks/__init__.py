"""What the rules of a package are, and whether answers rest on sound ones."""

__all__: list[str] = []
