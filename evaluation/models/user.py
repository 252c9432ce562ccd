from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from evaluation.models.visible_names import validate_visible


class Role(models.TextChoices):
    JUDGE = "judge", _("judge")
    RESEARCHER = "researcher", _("researcher")
    ADMIN = "admin", _("admin")


class People(UserManager["User"]):
    def create_superuser(self, username, email=None, password=None, **extra):  # type: ignore[no-untyped-def]
        return super().create_superuser(username, email, password, **{"role": Role.ADMIN} | extra)


class User(AbstractUser):
    """Somebody who signs in, by password or by personal link. By link, perhaps with neither password nor e-mail."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    name = models.CharField(_("name"), max_length=150, blank=True, validators=[validate_visible])
    email = models.EmailField(_("e-mail address"), blank=True)
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.JUDGE)
    # Whether signing in asks for a code (services/accounts/second_factor.py), beside the password.
    has_second_factor = models.BooleanField(_("two-factor sign-in"), default=False, editable=False)
    interface_language = models.CharField(_("language of the pages"), max_length=8, blank=True)

    objects: ClassVar[People] = People()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = [
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="user_role_is_known"),
            models.UniqueConstraint(Lower("email"), condition=~models.Q(email=""), name="user_email_is_one_persons"),
        ]

    def __str__(self) -> str:
        return self.name or self.username

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)

    @property
    def is_researcher(self) -> bool:
        """Researchers build studies; admins may do all that researchers do."""
        return self.role in {Role.RESEARCHER, Role.ADMIN}

    @property
    def is_admin(self) -> bool:
        return self.role == Role.ADMIN
