"""Run Django's own deployment check on production settings, as an administrator would before going live."""

import os
import secrets
import subprocess
import sys

PRODUCTION = {
    "CSWITCH_ENV": "production",
    "SECRET_KEY": secrets.token_urlsafe(60),
    "ALLOWED_HOSTS": "cswitch.example.org",
    "SITE_URL": "https://cswitch.example.org",
}


def main() -> int:
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    return subprocess.run(command, env=os.environ | PRODUCTION, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
