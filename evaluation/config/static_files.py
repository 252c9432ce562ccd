"""Static files in production: compressed, and with a hash of their content in the name, so that browsers keep them."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORTS = r'(?P<matched>\bfrom "(?P<url>\.[\w./]+\.js)";)'


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Our scripts import each other by name: there, too, the name gets its hash.

    Django could do this for every script (``support_js_module_import_aggregation``), but takes examples in the comments
    of other people's scripts for imports. Two scripts may not import each other, or collecting fails.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((IMPORTS, 'from "%(url)s";'),)),
    )
