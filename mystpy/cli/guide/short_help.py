"""The short help that a shell shows beside the command names it completes."""

from __future__ import annotations

SHORT_HELP = {
    "demo": "Show a first session: questions about one...",
    "examples": "List the files that come with mystpy, with...",
    "show": "Say in words what a query file says: the...",
    "legal": "Say whether each action was possible when...",
    "poss": "List the actions that may come next.",
    "ask": "Say of each formula whether it follows:...",
    "know": "Show what PLAYER knows: who holds which...",
    "why": "Say from which observations and axioms a...",
    "theorem": "Settle statements: PROVED, HOLDS, FALSE,...",
    "solve": "Compute what a game of two players is...",
    "draw": "Draw the model of FILE, or the game of...",
    "notebook": "Write a game down in FILE while it is...",
    "play": "Play one game, and tell what is done and why.",
    "tournament": "Let players play many games, and tell who...",
    "model": "Show the model of FILE, before its first...",
    "update": "Do the steps of FILE, and then each STEP,...",
    "check": "Say of each formula whether it is true in...",
    "bisimilar": "Say whether the models of two files are...",
    "plan": "Find the fewest steps that make a formula...",
    "puzzle": "Solve the puzzle NAME, or that of a puzzle...",
    "exercise": "Show the exercise of FILE, or mark ANSWER:...",
    "grade": "Mark the submissions in FOLDER, and print...",
    "serve": "Play games between the SEATs, in their...",
    "join": "Let a PLAYER of ours play the games of a...",
    "audit": "Hold what a player said in a game against...",
    "theory": "List the packages, show one, check one, or...",
    "axiom": "Show the formula with this number, its...",
    "batch": "Answer each line of standard input, a JSON...",
    "completion": "Print a script that completes commands and...",
    "help": "Say how COMMAND is called, with examples;...",
}
"""The first words of each command's help: no command is loaded to complete its name.

`tests/cli/test_completion.py` checks that they agree with the commands.
"""
