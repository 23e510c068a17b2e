"""TOML files as people write them, with positions."""

EXAMPLE = "example:"
"""What precedes the name of a file that comes with mystpy."""
