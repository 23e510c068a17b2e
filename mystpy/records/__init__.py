"""Game records: one game in one text, for people and programs (records.md).

In the field: game records, as PGN has them for chess and PHH for poker.
"""
