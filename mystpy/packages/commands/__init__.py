"""The commands that answer about a package, which --theory or FILE names."""
