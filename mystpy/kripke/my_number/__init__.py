"""What is my number?, a reduced Code 777 (Lier and van der Ree, Groningen 2013).

Nine numbers 1..9, three players with two each, three left over. A player sees the
boards of the two others. Each turn the player to move answers a question about the
four numbers she sees, and all hear it; who first knows her own numbers wins.

`board` has the states and the questions, `choices` how a question is chosen, `play` a
game, `experiment` the nine conditions over all states, and `report` the tables.
"""

from __future__ import annotations
