"""Records made of other files: results, notebooks, and logs of other programs."""
