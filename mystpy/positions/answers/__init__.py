"""Answers to questions about positions: read, scored, and verified."""
