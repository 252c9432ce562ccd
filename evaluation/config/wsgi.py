import importlib
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evaluation.config.settings")
application = get_wsgi_application()
# Load every page now, before processes are forked, and not while the first person waits.
_ = get_resolver().url_patterns
# Results need these; other commands start faster without.
for module in ("scipy.special", "scipy.sparse"):
    importlib.import_module(module)
