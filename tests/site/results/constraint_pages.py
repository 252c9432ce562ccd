"""The page, the files and the API of a study's constraints."""

import csv
import io

from rest_framework.test import APIClient

from evaluation.services.accounts import tokens
from evaluation.services.jobs import run_waiting_jobs

ADDRESS = "/studies/laboratory/results/constraints/"


def asked_of_the_api(somebody):
    script = APIClient()
    script.credentials(HTTP_AUTHORIZATION=f"Token {tokens.token_of(somebody).key}")
    return script.get("/api/v1/studies/laboratory/constraints/?criterion=usage").json()["result"]


def exported(client, table):
    content = client.get(f"/studies/laboratory/exports/{table}.csv").getvalue().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(content)))


def fitted(client, **groups):
    assert client.post(f"{ADDRESS}fit/", {"criterion": "usage", **groups})["Location"].startswith("/jobs/")
    assert run_waiting_jobs() == 1


def page_of(client, query=""):
    return " ".join(client.get(f"{ADDRESS}{query}").content.decode().split())
