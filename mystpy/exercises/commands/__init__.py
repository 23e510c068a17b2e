"""The commands about exercises: one that is marked, and a class."""
