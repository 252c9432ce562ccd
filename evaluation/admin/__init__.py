"""Django's admin for every table. What people rated is shown here and never changed."""

from evaluation.admin import accounts, answered, asked, loaded, logs  # noqa: F401  (importing registers)
