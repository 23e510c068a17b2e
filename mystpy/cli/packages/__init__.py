"""The commands that answer about a package, which --theory or FILE names."""

__all__: list[str] = []
