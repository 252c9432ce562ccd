#!/usr/bin/env python
"""Django's command line for the CSwitch site."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evaluation.config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        import evaluation.config.settings  # noqa: F401
    except ImproperlyConfigured as error:
        sys.exit(f"CSwitch cannot start: {error}")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
