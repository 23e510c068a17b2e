"""What one view leaves open: the grid of who may hold which card, counts and odds."""
