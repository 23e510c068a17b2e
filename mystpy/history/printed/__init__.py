"""Cards in the words of people: as they are printed, in lists and in notes."""
