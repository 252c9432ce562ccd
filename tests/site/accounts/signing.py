"""Signing in the way people do."""

from django.test import Client


def signs_in(client: Client, username: str, password: str) -> bool:
    return client.post("/sign-in/", {"username": username, "password": password}).status_code == 302
