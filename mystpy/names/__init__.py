"""Names as people write them: what is read, what is shown, and the identifiers."""
