"""A page of another site asks for spots to be solved, 40 times; how long a file of ours takes then.

What the other site gets, and every time a file is fetched meanwhile. It ends by itself. Needs the
extra `test` and a solution:

    python -m benchmarks.cross_site [--requests 40] [--solution NAME]
"""

import argparse
import asyncio
import time
from collections import Counter

import aiohttp

from benchmarks.served import served

_FILE = "/assets/keys.js"
_OWN, _FOREIGN = "same-origin", "cross-site"
_ROUNDS = 20

_HISTORIES = tuple(
    f"{first} {second} b" for first in ("rc 21", "ck 21") for second in ("kk 11", "bc 11", "kbc 11")
)
_HANDS = "Ks7d5h4c2c Qd7d5h4c2c 7d5h4c3s2c"
"""Decisions of the third round: each a subgame of its own."""


async def measure(address: str, requests: int, site: str) -> None:
    """Send requests as a browser does for pictures of a page, and fetch a file meanwhile."""
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
    times: list[float] = []
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as http:

        async def ask(number: int) -> int:
            query = {"history": f"rc 21 bc 11 {['kbc', 'bc'][number % 2]}", "hands": _HANDS}
            async with http.get(f"{address}/drill", params=query, headers=headers) as response:
                await response.read()
                return response.status

        asked = [asyncio.create_task(ask(number)) for number in range(requests)]
        for _ in range(_ROUNDS):
            begun = time.monotonic()
            async with http.get(address + _FILE) as response:
                await response.read()
            times.append(time.monotonic() - begun)
            await asyncio.sleep(0.02)
        answers = Counter(await asyncio.gather(*asked))
    slowest, middle = max(times), sorted(times)[len(times) // 2]
    print(
        f"{requests} requests, {site}: answers {dict(answers)}; a file of ours meanwhile: median "
        f"{1000 * middle:.0f} ms, slowest of {len(times)} {1000 * slowest:.0f} ms"
    )


def main() -> None:
    """Serve, ask, print; for another site, and for comparison for pages of ours."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--solution", help="directory or name; the newest by default")
    parser.add_argument("--requests", type=int, default=40)
    options = parser.parse_args()
    with served(options.solution) as server:
        for site in (_FOREIGN, _OWN):
            asyncio.run(measure(server.address, options.requests, site))


if __name__ == "__main__":
    main()
