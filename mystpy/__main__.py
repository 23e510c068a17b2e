"""``python -m mystpy`` is the program ``mystpy``."""

from mystpy.cli import main

main()
