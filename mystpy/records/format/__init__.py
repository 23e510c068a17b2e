"""The text of a record: its keys, its turns, how it is read and written."""
