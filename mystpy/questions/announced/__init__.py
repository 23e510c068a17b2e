"""Situations after public announcements."""
