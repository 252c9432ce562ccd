"""What a web process loads when it starts: parsers come in with the first who needs them, arithmetic is there."""

from tests.site.serving.site import PRODUCTION
from tests.site.serving.test_settings import python

HEAVY = ("spacy", "thinc", "blis", "nltk", "stanza", "torch", "pyarrow")
START = f"""
import sys
import django.urls
import evaluation.config.wsgi
django.urls.get_resolver().url_patterns
print("scipy.special" in sys.modules, "evaluation.pages.pairs.uploads" in sys.modules)
print([name for name in {HEAVY} if name in sys.modules])
"""


def test_a_web_process_starts_without_parsers():
    started = python("-c", START, **PRODUCTION | {"DATABASE_URL": "sqlite://:memory:"})

    assert started.stdout.strip() == "True True\n[]", started.stderr
