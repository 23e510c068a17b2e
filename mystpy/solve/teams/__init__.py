"""One player against a team that agrees on a plan: bounds of what that player wins."""
