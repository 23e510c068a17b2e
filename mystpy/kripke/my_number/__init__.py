"""The game *What is my number?*, a reduced Code 777 (Lier, van der Ree 2013).

There are nine numbers 1..9; three players have two each, and three are left over. A
player sees the boards of the two others. In each turn the player to move answers a
question about the four numbers that she sees, and all hear the answer. The first player
who knows her own numbers wins. The game was studied in Groningen.

`board` has the states, the questions and the common knowledge in the course of a game,
`experiment` a game and the nine conditions over all states, `report` and `document` the
tables.
"""

from __future__ import annotations
