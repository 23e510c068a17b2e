"""Commands that go through a game of a package: notebook, exercises, programs."""
