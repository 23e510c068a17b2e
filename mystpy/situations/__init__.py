"""Situations of small games: the worlds that fit, the steps, and who sees what."""
