"""Section 4.2: bluffing, camouflage and optimal strategies."""
