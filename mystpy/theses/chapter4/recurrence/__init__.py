"""Section 4.4: what is said of the recurrence (4.1)."""
