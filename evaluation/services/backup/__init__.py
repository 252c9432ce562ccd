"""The whole site in one file, and back.

A backup is a compressed tar archive: ``manifest.json`` (what made it, and the digest of every member), the database,
and the uploaded and exported files. Both work while the site serves: making one reads a snapshot, restoring one
writes in a single transaction where the database can still be opened. Nothing is changed before the whole archive was
checked.
"""

from evaluation.services.backup.site_backup import make, restore

__all__ = ["make", "restore"]
