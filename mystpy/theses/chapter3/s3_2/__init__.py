"""Section 3.2: using the Set Size Axiom, and how hard it is."""
