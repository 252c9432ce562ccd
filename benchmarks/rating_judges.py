"""Simulated judges who send what a browser with the judges' script sends (``rating_page``).

A sentence is one request: its answer, to which the reply brings the sentence after the next. A judge who takes longer
than two seconds from the first point to Next sends what is chosen by then in a request of its own (``is_slow``).
"""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import time
from dataclasses import dataclass, field

from benchmarks.rating_page import HEADERS, SentencePage, Values

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
    is_slow: bool = False
    cookies: dict[str, str] = field(default_factory=dict)
    acknowledged: dict[str, dict[str, int]] = field(default_factory=dict)
    latencies: list[float] = field(default_factory=list)
    retries: int = 0
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None
    # What is on the screen, and what is here already to be shown after it.
    page: SentencePage | None = None
    ahead: SentencePage | None = None

    def __post_init__(self) -> None:
        self.cookies["sessionid"] = self.session

    async def request(self, method: str, path: str, body: bytes = b"") -> Answer:
        """Ask, and ask again where the connection broke: the same request, as a browser's script would."""
        start = time.perf_counter()
        for attempt in range(TRIES):
            try:
                answer = await self._once(method, path, body)
                if answer.status < 500:
                    self.latencies.append(time.perf_counter() - start)
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
        headers = {
            "Host": f"127.0.0.1:{self.port}",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Accept": "*/*",
            "Accept-Encoding": "gzip",
            "Accept-Language": "en-GB,en;q=0.7",
            "Origin": f"http://127.0.0.1:{self.port}",
            **(HEADERS if body else {}),
            "Content-Length": str(len(body)),
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        status, received = self._head(await self.reader.readuntil(b"\r\n\r\n"))
        content = await self.reader.readexactly(int(received.get("content-length", "0")))
        if received.get("content-encoding") == "gzip":
            content = gzip.decompress(content)
        if received.get("connection", "").lower() == "close":
            self._hang_up()
        return Answer(status, received, content)

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

    # -- As the script does ------------------------------------------------------------------------------------------

    async def begin(self, participation: str) -> None:
        """Open the first sentence that is left, and fetch the one after it."""
        where = (await self.request("GET", f"/rate/{participation}/")).headers["location"]
        await self.open(where)

    async def open(self, path: str) -> None:
        self.page = await self._fetch(path)
        self.ahead = await self._fetch(self.page.next_address) if self.page.next_address else None

    async def _fetch(self, path: str) -> SentencePage:
        answer = await self.request("GET", path)
        if answer.status != 200:
            raise RuntimeError(f"{answer.status} at {path}")
        return SentencePage.read(answer.body.decode())

    async def rate(self, values: Values) -> None:
        """Answer the sentence on the screen and go on to the next."""
        page = self.page
        assert page, "there is nothing left to rate"
        given = page.given(values)
        first = 1 if self.is_slow and len(given) > 1 else 0
        if first:
            await self.send(page, dict(list(given.items())[:first]), "save")
        reply = await self.send(page, given, "next", first)
        self.acknowledged[page.address] = given
        brought = SentencePage.read(reply["page"]) if reply.get("page") else None
        if self.ahead and self.ahead.address == reply["next"]:
            self.page, self.ahead = self.ahead, brought
        elif "/rate/s/" in reply["next"]:
            await self.open(reply["next"])
        else:
            self.page = self.ahead = None

    async def send(self, page: SentencePage, given: dict[str, int], action: str, first: int = 0) -> dict[str, str]:
        ahead = self.ahead.address if self.ahead else ""
        answer = await self.request("POST", page.address, page.body(given, action, ahead=ahead, first=first))
        if answer.status != 200:
            raise RuntimeError(f"{answer.status} to an answer at {page.address}: {answer.body[:300]!r}")
        reply: dict[str, str] = json.loads(answer.body)
        return reply


async def rate_many(judge: Judge, count: int, values: Values, think_seconds: float = 0.0) -> None:
    """Rate so many sentences, thinking about each for half to one and a half times ``think_seconds``."""
    for number in range(count):
        if think_seconds:
            # Judges do not begin at one word.
            await asyncio.sleep(random.uniform(0.0 if number == 0 else 0.5, 1.5) * think_seconds)
        await judge.rate(values)


def some_value(path: str, name: str) -> int:
    """A value that depends on the place and the criterion only, so that it can be checked afterwards."""
    return sum(path.encode()) % 6 if name.endswith("usage") else (sum(path.encode()) * 7 + 3) % 6
