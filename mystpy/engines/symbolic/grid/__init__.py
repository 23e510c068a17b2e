"""The grid of one view: who may hold which card."""
