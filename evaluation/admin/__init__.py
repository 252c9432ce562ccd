"""Django's admin for every table. What people rated is shown here and never changed."""

from evaluation.admin import accounts, imports, logs, pairs, ratings, studies  # noqa: F401  (importing registers)
