import gc
import importlib
import os
from pathlib import Path

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.template.loader import get_template
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evaluation.config.settings")
application = get_wsgi_application()
TEMPLATES: Path = settings.ROOT / "templates"
# Load every page now, before processes are forked, and not while the first person waits: the views, the addresses that
# templates ask for, and the templates of results, which read the most.
_patterns, _names = get_resolver().url_patterns, get_resolver().reverse_dict
for pattern in ("results/*.html", "layout/*.html", "*.html"):
    for path in TEMPLATES.glob(pattern):
        get_template(str(path.relative_to(TEMPLATES)))
# Results need these; other commands start faster without.
for module in ("scipy.special", "scipy.sparse"):
    importlib.import_module(module)
# Collecting garbage writes to every object that it looks at, and a process that was forked would first copy what it
# shares: all of it while the first person waits. What is loaded now stays, so it need not be looked at.
gc.collect()
gc.freeze()
