"""Pictures in other forms than SVG: PDF, and TikZ for LaTeX."""
