"""What verdicts rest on, and what the code of a check leads to."""
