"""Commands about Kripke models and puzzles."""
