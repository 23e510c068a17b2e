"""The players of Columbia's tournament of 2003, and what their makers computed."""
