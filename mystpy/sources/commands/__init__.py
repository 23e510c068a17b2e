"""The command about the sources, and what other commands print of them."""
