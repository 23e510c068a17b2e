"""Table notes: a game written down line by line, as people do at the table."""
