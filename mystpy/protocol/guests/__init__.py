"""Guests of tournaments: programs that are started, and programs that connect."""
