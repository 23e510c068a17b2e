"""The five sources, section by section: what each place says, and what shows it."""
