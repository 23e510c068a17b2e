"""Checks of chapter 4 that no formula says."""
