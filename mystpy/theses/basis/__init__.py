"""The trust bases of verdicts, and the definitions that a check uses."""
