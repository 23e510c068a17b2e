"""Exercises about packages: their marks, and how they are drawn at random."""

__all__: list[str] = []
