"""Knowledge games: finite S5 models, what can be said in them, and their updates.

Models are explicit: worlds, a partition of the worlds for each agent, and a truth
value for each atom and world. `model` and `state_text` build them, `truth` evaluates
formulas, `update` executes announcements and actions, `contraction` makes a model as
small as it can be, `deals` and `game_actions` are the definitions of van Ditmarsch's
*Knowledge games* (2000), and `model_file` reads all of it from a file.
"""

from __future__ import annotations
