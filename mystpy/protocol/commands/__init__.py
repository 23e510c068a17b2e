"""The commands by which external programs and mystpy's players play together."""
