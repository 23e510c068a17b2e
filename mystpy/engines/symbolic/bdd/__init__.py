"""Knowledge by binary decision diagrams."""
