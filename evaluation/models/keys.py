"""Opaque keys for addresses: they say nothing about order, model or person."""

import secrets

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
KEY_LENGTH = 13


def new_key() -> str:
    # 32 characters, so that every one is as likely as any other.
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in secrets.token_bytes(KEY_LENGTH))
