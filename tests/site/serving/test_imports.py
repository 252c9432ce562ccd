"""What a web process loads when it starts: parsers come in with the first who needs them, arithmetic is there."""

from tests.site.real_site import PRODUCTION, python

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


def test_what_a_web_process_loads_is_left_out_of_garbage_collection():
    """Or each process forked from it would copy all of it while its first request waits."""
    script = (
        "import gc; import evaluation.config.wsgi; print(gc.get_freeze_count() > 100_000, len(gc.get_objects()) < 100)"
    )
    started = python("-c", script, **PRODUCTION | {"DATABASE_URL": "sqlite://:memory:"})

    assert started.stdout.strip() == "True True", started.stderr
