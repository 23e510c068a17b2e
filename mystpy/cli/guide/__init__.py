"""Commands for those who begin: help, examples, what a file says, a first session."""
