"""What public announcements leave of the worlds, and what follows then."""
