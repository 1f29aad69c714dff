"""The password of other machines: the form, the cookie, and how often one may guess."""

from urllib.parse import urlencode

import pytest
from asked import Asked, application, ask

from trainer.web.server.password import LARGEST_LOGIN, LOGIN, LONGEST_WAIT, Guesses, Password

SECRET = "drei Züge & mehr"


class Clock:
    """Time as a test makes it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def guard(clock: Clock) -> Password:
    return Password(application, SECRET, 8273, Guesses(clock))


async def test_nothing_without_it(guard: Password):
    assert (await ask(guard, {})).status == 401
    assert not (await ask(guard, {}, kind="websocket")).accepted
    assert (await log_in(guard, "zwei")).status == 401


async def test_everything_with_it(guard: Password):
    asked = await log_in(guard, SECRET)
    assert asked.status == 303
    cookie = asked.headers[b"set-cookie"].decode()
    assert cookie.startswith("tripledraw-8273=")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    own = cookie.partition(";")[0]
    for header in (own, f'a={{"x":1}}; {own}', f"=; ;; {own}; b=ü", f'{own}; c="'):
        assert (await ask(guard, {"Cookie": header})).status == 200
        assert (await ask(guard, {"Cookie": header}, kind="websocket")).accepted
    assert (await ask(Password(application, SECRET, 8273), {"Cookie": own})).status == 401
    other = own.replace("8273", "8274")
    assert (await ask(guard, {"Cookie": other})).status == 401


@pytest.mark.parametrize(
    "cookie", ["tripledraw-8273=guess", "tripledraw-8273=", "tripledraw-8273=ü", "=;;=", ""]
)
async def test_guessed_cookies(guard: Password, cookie: str):
    assert (await ask(guard, {"Cookie": cookie})).status == 401


async def test_waiting_grows_with_every_wrong_guess_and_holds_for_all(
    guard: Password, clock: Clock
):
    waits = []
    for _ in range(9):
        assert (await log_in(guard, "zwei")).status == 401
        refused = await log_in(guard, SECRET)  # another connection, and even the right one
        assert refused.status == 429
        waits.append(int(refused.headers[b"retry-after"]))
        clock.now += waits[-1]
    assert waits == sorted(waits)
    assert waits[:4] == [2, 3, 5, 9]
    assert waits[-1] == LONGEST_WAIT + 1
    assert (await log_in(guard, SECRET)).status == 303
    assert (await log_in(guard, "zwei")).status == 401
    clock.now += 1
    assert (await log_in(guard, SECRET)).status == 303


async def test_old_guesses_are_forgiven(guard: Password, clock: Clock):
    for _ in range(9):
        await log_in(guard, "zwei")
        clock.now += LONGEST_WAIT
    clock.now += 3600
    await log_in(guard, "zwei")
    clock.now += 1
    assert (await log_in(guard, SECRET)).status == 303


async def test_a_large_form_is_not_read(guard: Password):
    read: list[bytes] = []

    async def receive() -> dict[str, object]:
        read.append(b"a=1&" * 64)
        return {"type": "http.request", "body": read[-1], "more_body": True}

    asked = Asked()

    async def send(message: dict[str, object]) -> None:
        asked.sent.append(message)

    scope = {"type": "http", "method": "POST", "path": LOGIN, "headers": []}
    await guard(scope, receive, send)
    assert asked.status == 413
    assert sum(map(len, read)) <= LARGEST_LOGIN + len(read[0])


async def log_in(guard: Password, password: str) -> Asked:
    body = urlencode({"password": password}).encode()
    return await ask(guard, {}, (body[:5], body[5:]), "POST", LOGIN)
