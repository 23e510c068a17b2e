"""Lines of table notes that leave something open."""
