"""Models and situations, written for other model checkers."""
