"""What a web process loads when it starts: parsers and statistics come in with the first who needs them."""

from tests.site.serving.site import PRODUCTION
from tests.site.serving.test_settings import python

HEAVY = ("spacy", "thinc", "blis", "nltk", "stanza", "torch", "scipy", "pyarrow")
START = f"""
import sys
import django.urls
import evaluation.config.wsgi
django.urls.get_resolver().url_patterns
print("evaluation.pages.pairs.uploads" in sys.modules, [name for name in {HEAVY} if name in sys.modules])
"""


def test_a_web_process_starts_without_parsers_and_statistics():
    started = python("-c", START, **PRODUCTION | {"DATABASE_URL": "sqlite://:memory:"})

    assert started.stdout.strip() == "True []", started.stderr
