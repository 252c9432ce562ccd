"""Django's admin for every table. What people rated is shown here and never changed."""

from evaluation.admin import (  # noqa: F401  (importing registers)
    accounts,
    imports,
    logs,
    pairs,
    publications,
    ratings,
    studies,
)
