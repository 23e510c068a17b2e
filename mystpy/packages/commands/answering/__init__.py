"""Answers about packages as objects, lines of batch, and what is refused."""
