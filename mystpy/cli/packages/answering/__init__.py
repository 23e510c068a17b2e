"""Answers about packages as objects, lines of batch, and what is refused."""

__all__: list[str] = []
