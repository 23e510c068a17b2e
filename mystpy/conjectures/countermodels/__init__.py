"""Countermodels of few worlds over deals: what holds in all histories, if none is."""
