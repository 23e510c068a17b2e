"""Common knowledge by bounds that close."""
