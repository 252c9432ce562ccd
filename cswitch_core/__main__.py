"""``python -m cswitch_core`` runs the command line of ``cswitch_core.cli``."""

import sys

from cswitch_core.cli import main

if __name__ == "__main__":
    sys.exit(main())
