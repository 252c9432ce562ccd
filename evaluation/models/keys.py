"""Opaque keys for addresses: they say nothing about order, model or person."""

import secrets

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
KEY_LENGTH = 13


def new_key() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(KEY_LENGTH))
