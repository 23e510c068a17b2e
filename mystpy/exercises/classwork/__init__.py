"""The submissions of a class, as learning platforms pack them, and tables of marks."""
