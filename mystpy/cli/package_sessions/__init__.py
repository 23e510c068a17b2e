"""Commands that go through a game of a package: notebook, exercises, programs."""

__all__: list[str] = []
