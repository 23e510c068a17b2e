"""Further questions about packages: models, groups, announcements, sweeps, faults."""

__all__: list[str] = []
