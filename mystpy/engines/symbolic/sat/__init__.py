"""Nested knowledge by linked copies of the world in one solver."""
