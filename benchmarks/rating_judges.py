"""Simulated judges: they open a sentence's page, answer all its criteria and go on, as fast as they are served."""

from __future__ import annotations

import asyncio
import gzip
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlencode

TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="([^"]+)"')
FIELD = re.compile(rb'name="(score-[a-z]+)"')
# A server that is being killed answers again after this many tries.
TRIES = 200


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


@dataclass
class Judge:
    """One browser: a connection that is kept open, and its cookies."""

    port: int
    session: str
    cookies: dict[str, str] = field(default_factory=dict)
    acknowledged: dict[str, dict[str, int]] = field(default_factory=dict)
    latencies: list[float] = field(default_factory=list)
    retries: int = 0
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    def __post_init__(self) -> None:
        self.cookies["sessionid"] = self.session

    async def request(self, method: str, path: str, body: bytes = b"") -> Answer:
        """Ask, and ask again where the connection broke: the same request, as a browser's script would."""
        for attempt in range(TRIES):
            try:
                answer = await self._once(method, path, body)
                if answer.status < 500:
                    return answer
            except (OSError, asyncio.IncompleteReadError, ValueError):
                self._hang_up()
            self.retries += 1
            await asyncio.sleep(min(0.5, 0.02 * (attempt + 1)))
        raise RuntimeError(f"no answer to {method} {path}")

    async def _once(self, method: str, path: str, body: bytes) -> Answer:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self.reader
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {cookies}\r\n"
            f"Accept: text/html\r\nAccept-Encoding: gzip\r\nAccept-Language: en-GB,en;q=0.7\r\nOrigin: http://127.0.0.1:{self.port}\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        status, headers = self._head(await self.reader.readuntil(b"\r\n\r\n"))
        content = await self.reader.readexactly(int(headers.get("content-length", "0")))
        if headers.get("content-encoding") == "gzip":
            content = gzip.decompress(content)
        if headers.get("connection", "").lower() == "close":
            self._hang_up()
        return Answer(status, headers, content)

    def _head(self, raw: bytes) -> tuple[int, dict[str, str]]:
        lines = raw.decode().split("\r\n")
        headers = {}
        for line in lines[1:]:
            name, _colon, value = line.partition(": ")
            if name.lower() == "set-cookie":
                cookie, _equals, rest = value.partition("=")
                self.cookies[cookie] = rest.partition(";")[0]
            elif name:
                headers[name.lower()] = value
        return int(lines[0].split()[1]), headers

    def _hang_up(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None

    async def rate(self, path: str, values: Callable[[str, str], int]) -> str:
        """Open the page at ``path``, answer it, and give the address of what comes next."""
        start = time.perf_counter()
        page = await self.request("GET", path)
        if page.status != 200:
            raise RuntimeError(f"{page.status} at {path}")
        opened = time.perf_counter()
        token = TOKEN.search(page.body)
        assert token, page.body[:500]
        given = {name.decode(): values(path, name.decode()) for name in set(FIELD.findall(page.body))}
        form = {"csrfmiddlewaretoken": token[1].decode(), "do": "next", "comment": "", "duration": "3000", **given}
        thought = time.perf_counter()
        answer = await self.request("POST", path, urlencode(form).encode())
        if answer.status != 302:
            raise RuntimeError(f"{answer.status} to an answer at {path}: {answer.body[:300]!r}")
        self.latencies += [opened - start, time.perf_counter() - thought]
        self.acknowledged[path] = given
        return answer.headers["location"]


async def rate_many(judge: Judge, participation: str, count: int, values: Callable[[str, str], int]) -> None:
    path = (await judge.request("GET", f"/rate/{participation}/")).headers["location"]
    for _ in range(count):
        path = await judge.rate(path, values)


def some_value(path: str, name: str) -> int:
    """A value that depends on the place and the criterion only, so that it can be checked afterwards."""
    return sum(path.encode()) % 6 if name.endswith("usage") else (sum(path.encode()) * 7 + 3) % 6
