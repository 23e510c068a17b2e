"""Reasons and witnesses: why a formula follows, or how it fails."""
