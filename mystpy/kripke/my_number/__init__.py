"""What is my number?, a reduced Code 777 (Lier and van der Ree, Groningen 2013).

Nine numbers 1..9, three players with two each, three left over. A player sees the
boards of the two others. Each turn the player to move answers a question about the
four numbers she sees, and all hear it; who first knows her own numbers wins.

`board` has the states, the questions and what is common knowledge in the course of a
game, `experiment` a game and the nine conditions over all states, `report` and
`document` the tables.
"""

from __future__ import annotations
