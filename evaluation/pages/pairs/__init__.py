"""Pages about pairs: collections, uploads, a pair and its sentences."""
