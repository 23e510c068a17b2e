"""Where the worlds and lines of a picture are."""
