"""Knowledge puzzles as files, solved by announcements in Kripke models.

A puzzle file (TOML, those that come with mystpy are in `queries/puzzles`) says which
worlds there are, what each agent sees, what is said, and what is asked. `puzzle_file`
reads it, `worlds` makes the model, `solve` goes through what is said, with the models
of `mystpy.kripke`; `cube` and `crowd` do the same for puzzles of yes and no with very
many worlds. `russian` searches for safe announcements of cards.
"""

from __future__ import annotations
