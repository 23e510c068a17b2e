"""What a user asks of a history: legality, knowledge, reasons."""
