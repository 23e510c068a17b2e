"""Knowledge structures in the text format of SMCDEL, read and written.

SMCDEL is a model checker for dynamic epistemic logic by Malvin Gattinger. Its files
have numbers for atoms (VARS), a law (LAW), what each agent observes (OBS), and
questions (TRUE?, VALID?, WHERE?).
"""
