"""Who can sign in to the demo."""

from __future__ import annotations

from evaluation.models import Role, User
from evaluation.services.accounts.people import rights_of

PASSWORD = "code switching"  # noqa: S105  (printed on purpose; `load_demo` refuses to run in production)
NAMES = {"noor": ("Noor", Role.ADMIN), "meera": ("Meera", Role.RESEARCHER), "asha": ("Asha", Role.JUDGE)}
# (user name, role, password)
SIGN_INS = tuple((username, role.value, PASSWORD) for username, (_name, role) in NAMES.items())


def make_people() -> dict[str, User]:
    """Everybody in the demo. Those who exist already stay as they are."""
    return {username: _person(username, name, role) for username, (name, role) in NAMES.items()}


def _person(username: str, name: str, role: Role) -> User:
    found = User.objects.filter(username=username).first()
    if found:
        return found
    return User.objects.create_user(username=username, password=PASSWORD, name=name, **rights_of(role))
