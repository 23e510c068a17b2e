"""Section 3.1: how players come to know."""
