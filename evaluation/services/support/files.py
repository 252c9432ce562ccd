"""The core's helpers for files: written whole or not at all, and cells that no spreadsheet runs.

They are about files, not about sentences, so they do not go through ``generation``.
"""

from cswitch_core.files import safe_cell, whole_path

__all__ = ["safe_cell", "whole_path"]
