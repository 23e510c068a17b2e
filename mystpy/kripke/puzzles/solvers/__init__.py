"""The ways to solve a puzzle: listed worlds, a cube, or counting."""
