"""The public diagram: every public state of a game, and all steps between them."""
