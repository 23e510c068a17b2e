"""A user's questions about a history: legality, knowledge, reasons."""
