"""The worlds that remain after public announcements, and what follows then."""
