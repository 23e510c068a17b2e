"""TOML files as people write them, with positions."""

EXAMPLE = "example:"
"""The prefix of the names of files that come with mystpy."""
