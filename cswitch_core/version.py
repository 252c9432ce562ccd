"""The version of the core: every model's signature carries it, so that a number can be reproduced."""

__version__ = "1.0.0"
