"""Checks of chapter 2, with sections 1.3 and 1.4, that no formula says."""
