"""Planning tasks in EPDDL, and in JSON as the tool plank writes them.

`s_expressions` reads texts, `domain_reader` and `task_files` what they declare,
`ground_json` the ground tasks of plank; `planning_task` is what they say, and
`observability` decides who sees what.
"""

__all__: list[str] = []
