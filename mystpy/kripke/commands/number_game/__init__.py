"""`mystpy puzzle my-number`: the report, one game step by step, and a game to play."""
