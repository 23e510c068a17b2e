"""The deals of notes that leave something open: counted once each, and weighed."""
