"""Knowledge puzzles as files, solved by announcements and actions in Kripke models.

A puzzle file (TOML, those that come with mystpy are in `queries/puzzles`) says which
worlds there are, what each agent sees, what is said and done, and what is asked.
`puzzle_file` reads it, `solution` goes through it. `explicit` lists all worlds, and
does actions as model files do; `cube` and `crowd` are for puzzles of yes and no with
very many worlds. `russian` searches for safe announcements of cards.
"""

from __future__ import annotations
