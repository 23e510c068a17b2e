"""Knowledge games: finite S5 models, what can be said in them, and their updates.

Models are explicit: worlds, a partition of the worlds for each agent, and a truth
value for each atom and world. `model` has them, with the truth of formulas,
`construction` builds them, `update` executes announcements and actions, `refinement`
makes a model as small as it can be, `deals` and `update.game_actions` are the
definitions of van Ditmarsch's *Knowledge games* (2000), `files` reads all of it from a
file, and `puzzles` and `my_number` are solved with it.
"""

from __future__ import annotations
