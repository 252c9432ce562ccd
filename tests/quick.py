"""Passwords are hashed in no time: nothing here guards anything."""

QUICK_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
