"""Chat endpoints: a fake one on loopback answers well, late, wrongly, or not at all."""

from __future__ import annotations

import json
import pickle
import traceback
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from mystpy.protocol.chat.chat_answer import ChatOptions, ChatUsage
from mystpy.protocol.chat.conversation import LEFT_OUT, Conversation
from mystpy.protocol.chat.endpoint import (
    ChatEndpoint,
    endpoint_of,
    require_variable,
)
from mystpy.protocol.chat.endpoint_fault import EndpointFault
from tests.protocol.fake_endpoint import (
    FakeHandler,
    Respond,
    closes_at_once,
    closes_in_the_middle,
    completion,
    drips,
    drips_headers,
    fails,
    fake_endpoint,
    hangs,
    says,
    sends,
    sends_too_much,
)

KEY = "sk-secret-0123456789abcdef"
MODEL = ChatOptions("some-model")
QUESTION = [{"role": "user", "content": "Who has the rope?"}]
LONG = 300.0
"""Seconds that no test takes: a limit that is not reached."""


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def ask(
    *scripts: Respond, seconds: float = LONG, retries: int = 5, key: str = KEY
) -> tuple[str, list[float], ChatUsage, list[dict[str, str]]]:
    """Return the reply, the waits between tries, the usage, and all headers."""
    waits: list[float] = []
    usage = ChatUsage(price_in=1.0, price_out=2.0)
    with fake_endpoint(*scripts) as server:
        endpoint = ChatEndpoint(
            server.url, key, retries=retries, usage=usage, sleep=waits.append
        )
        answer = endpoint.complete(QUESTION, MODEL, seconds)
        headers = [found for _, found, _ in server.requests]
    return answer.text, waits, usage, headers


def test_a_reply_comes_with_its_tokens_and_costs() -> None:
    with fake_endpoint(says("Bob.")) as server:
        usage = ChatUsage(price_in=1.0, price_out=2.0)
        endpoint = ChatEndpoint(server.url + "/", KEY, usage=usage)
        options = ChatOptions("some-model", temperature=0.0, max_tokens=50, seed=3)
        assert endpoint.complete(QUESTION, options, LONG).text == "Bob."
        ((path, headers, body),) = server.requests
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == f"Bearer {KEY}"
    assert body == {
        "model": "some-model",
        "temperature": 0.0,
        "max_tokens": 50,
        "seed": 3,
        "messages": QUESTION,
        "stream": False,
    }
    assert usage.as_object() == {
        "requests": 1,
        "retries": 0,
        "prompt_tokens": 7,
        "completion_tokens": 3,
        "cost": 0.000013,
    }


def test_without_a_key_and_options_none_is_sent() -> None:
    text, _, _, (headers,) = ask(says("Bob."), key="")
    assert text == "Bob."
    assert "Authorization" not in headers
    with fake_endpoint(says("x")) as server:
        ChatEndpoint(server.url).complete(QUESTION, MODEL, LONG)
        assert set(server.bodies[0]) == {"model", "messages", "stream"}


@pytest.mark.parametrize(
    "script",
    [
        *(fails(status) for status in (408, 429, 500, 502, 503, 529)),
        closes_at_once,
        closes_in_the_middle,
        sends(b"{"),
        sends(b"[]"),
        sends(b'{"choices": []}'),
        sends(b'{"choices": [{"message": {"content": 5}}]}'),
        sends(b'{"choices": [{"message": "x"}], "usage": 1}'),
        sends(b"\xff\xfe"),
        sends(b"[" * 100_000),
        sends(b"<html>busy</html>", "text/html"),
        sends(b'{"error": {"message": "upstream is busy", "code": 503}}'),
    ],
)
def test_after_a_fault_that_may_pass_it_is_tried_again(script: Respond) -> None:
    text, waits, usage, headers = ask(script, script, says("Bob."))
    assert text == "Bob."
    assert len(waits) == 2
    assert 0.5 <= waits[0] <= 1
    assert 1 <= waits[1] <= 2
    assert len(headers) == 3
    assert (usage.requests, usage.retries) == (1, 2)


def test_the_endpoint_says_how_long_to_wait() -> None:
    _, waits, _, _ = ask(fails(429, Retry_After="7"), says("Bob."))
    assert waits == [7.0]
    later = format_datetime(datetime.now(UTC) + timedelta(hours=5))
    _, waits, _, _ = ask(fails(503, Retry_After=later), says("Bob."))
    assert waits == [60.0]
    _, waits, _, _ = ask(fails(503, Retry_After="soon"), says("Bob."))
    assert waits[0] <= 1


def test_a_wait_that_does_not_fit_into_the_time_is_a_timeout() -> None:
    with pytest.raises(EndpointFault, match="no time is left for another") as caught:
        ask(fails(429, Retry_After="50"), says("Bob."), seconds=40)
    assert caught.value.how == "timeout"
    assert "says 429" in str(caught.value)


def test_retries_come_to_an_end() -> None:
    with pytest.raises(EndpointFault, match="the endpoint says 500: ") as caught:
        ask(fails(500), retries=2)
    assert caught.value.how == "endpoint"


@pytest.mark.parametrize(
    ("script", "said", "how"),
    [
        (fails(401), "the endpoint says 401", "endpoint"),
        (fails(404), "the endpoint says 404", "endpoint"),
        (fails(400), "the endpoint says 400", "endpoint"),
        (sends_too_much, "more than 4,000,000 bytes", "malformed"),
        (sends(b"data: {}\n\n", "text/event-stream"), "event-stream", "malformed"),
        (sends(b"x", "image/png"), "answers with image/png", "malformed"),
    ],
)
def test_a_fault_that_stays_is_said_at_once(
    script: Respond, said: str, how: str
) -> None:
    with fake_endpoint(script) as server:
        endpoint = ChatEndpoint(server.url, KEY)
        with pytest.raises(EndpointFault, match=said) as caught:
            endpoint.complete(QUESTION, MODEL, LONG)
        assert len(server.requests) == 1
    assert caught.value.how == how


@pytest.mark.parametrize("script", [drips, drips_headers, hangs])
def test_an_answer_that_never_ends_is_a_timeout(script: Respond) -> None:
    with pytest.raises(EndpointFault, match="did not answer within") as caught:
        ask(script, seconds=0.4, retries=0)
    assert caught.value.how == "timeout"


def test_nobody_listens_there() -> None:
    with fake_endpoint(says("x")) as server:
        url = server.url
    with pytest.raises(EndpointFault, match="cannot be reached: connection refused"):
        ChatEndpoint(url, KEY, retries=0).complete(QUESTION, MODEL, LONG)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed_and_takes_no_key_elsewhere(status: int) -> None:
    with fake_endpoint(says("caught")) as other:
        away = f"{other.url}/chat/completions"
        with (
            fake_endpoint(fails(status, Location=away)) as server,
            pytest.raises(EndpointFault, match="redirects") as caught,
        ):
            ChatEndpoint(server.url, KEY).complete(QUESTION, MODEL, LONG)
        assert not other.requests
    assert caught.value.hint


def echoing(status: int) -> Respond:
    """Return a script that repeats the key in all places."""

    def script(handler: FakeHandler, _: object) -> None:
        said = handler.headers["Authorization"]
        content = completion(f"{said}\nAction: pass") | {"error": said}
        handler.send(status, content, X_Said=said)

    return script


@pytest.mark.parametrize("status", [200, 400, 401, 429, 500])
def test_a_key_that_is_repeated_is_replaced(status: int) -> None:
    try:
        said, *_ = ask(echoing(status), retries=1)
    except EndpointFault as fault:
        said = "".join(traceback.format_exception(fault)) + f"{fault.hint} {fault!r}"
    assert KEY not in said
    assert "[key]" in said


@pytest.mark.parametrize("key", ["k", "no", "none", "ollama"])
def test_a_placeholder_for_a_key_does_not_change_replies(key: str) -> None:
    """Local servers ask for any key, and people give them a letter or a word."""
    said = "ollama: none of them knows. Action: no guess"
    text, *_ = ask(says(said), key=key)
    assert text == said
    text, *_ = ask(says(f"Authorization: Bearer {key}"), key=key)
    assert text == "Authorization: Bearer [key]"


def test_an_endpoint_does_not_show_its_key() -> None:
    endpoint = ChatEndpoint("https://example.invalid/v1", KEY)
    assert KEY not in repr(endpoint)
    with pytest.raises(TypeError, match="has a key"):
        pickle.dumps(endpoint)


@pytest.mark.parametrize(
    ("url", "key", "said"),
    [
        ("ftp://example.invalid", "", "does not begin with https"),
        ("example.invalid/v1", "", "does not begin with https"),
        ("http://[::1", "", "does not begin with https"),
        ("https://me:word@example.invalid/v1", KEY, "has a password"),
        (f"https://example.invalid/v1?key={KEY}", "", "has a password, a query"),
        ("http://example.invalid/v1", KEY, "not sent without encryption"),
        ("https://example.invalid/v1", "two\nlines", "the key has spaces"),
        ("https://example.invalid/v1", "schlüssel", "the key has spaces"),
    ],
)
def test_addresses_and_keys_that_are_not_safe_are_refused(
    url: str, key: str, said: str
) -> None:
    with pytest.raises(EndpointFault, match=said) as caught:
        ChatEndpoint(url, key)
    for secret in (KEY, "word@", "two", "schlüssel"):
        assert secret not in f"{caught.value} {caught.value.hint}"


def test_address_and_key_are_those_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(EndpointFault, match="OPENAI_BASE_URL of the environment"):
        endpoint_of()
    with fake_endpoint(says("Bob.")) as server:
        monkeypatch.setenv("MY_URL", f" {server.url} ")
        monkeypatch.setenv("MY_KEY", f"{KEY}\n")
        answer = endpoint_of("MY_URL", "MY_KEY").complete(QUESTION, MODEL, LONG)
        assert answer.text == "Bob."
        assert server.requests[0][1]["Authorization"] == f"Bearer {KEY}"


def test_a_key_in_the_place_of_a_variable_is_not_repeated() -> None:
    with pytest.raises(EndpointFault, match="not its value") as caught:
        require_variable(KEY, "key_variable")
    assert KEY not in str(caught.value)


def test_a_proxy_of_the_environment_is_used_but_not_for_loopback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with fake_endpoint(says("by proxy")) as proxy, fake_endpoint(says("here")) as own:
        monkeypatch.setenv("http_proxy", proxy.url.removesuffix("/v1"))
        away = ChatEndpoint("http://model.invalid/v1")
        assert away.complete(QUESTION, MODEL, LONG).text == "by proxy"
        assert proxy.requests[0][0] == "http://model.invalid/v1/chat/completions"
        assert ChatEndpoint(own.url).complete(QUESTION, MODEL, LONG).text == "here"
        assert len(proxy.requests) == 1


def test_content_in_parts_and_without_usage_is_read() -> None:
    parts = [{"type": "text", "text": "Bob "}, {"type": "text", "text": "has it."}]
    content = {"choices": [{"message": {"content": parts}}], "usage": None}
    text, _, usage, _ = ask(sends(json.dumps(content).encode()))
    assert text == "Bob has it."
    assert usage.prompt_tokens == 0
    strange = completion("x") | {
        "usage": {"prompt_tokens": -5, "completion_tokens": "9"}
    }
    _, _, usage, _ = ask(sends(json.dumps(strange).encode()))
    assert (usage.prompt_tokens, usage.completion_tokens) == (0, 0)


@pytest.mark.parametrize("kind", ["text/plain", "application/octet-stream", ""])
def test_json_is_read_whatever_its_content_type_is(kind: str) -> None:
    text, *_ = ask(sends(json.dumps(completion("Bob.")).encode(), kind))
    assert text == "Bob."


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"error": {"message": "why", "code": 5}}', "why"),
        (b'{"error": "why"}', "why"),
        (b'{"object": "error", "message": "why"}', "why"),
        (b'{"detail": "why"}', "why"),
        (b'{"error": {"code": 5}}', '{"error": {"code": 5}}'),
        (b"why", "why"),
        (b"", "nothing"),
    ],
)
def test_the_message_of_an_error_is_said_without_its_json(
    body: bytes, said: str
) -> None:
    with pytest.raises(EndpointFault) as caught:
        ask(sends(body, status=400), retries=0)
    assert str(caught.value) == f"the endpoint says 400: {said}"


def test_an_error_with_the_status_of_success_is_said() -> None:
    body = b'{"error": {"message": "upstream is busy", "code": 503}}'
    with pytest.raises(EndpointFault, match="says: upstream is busy") as caught:
        ask(sends(body), retries=1)
    assert caught.value.how == "endpoint"


def ended_by(reason: str, text: str | None = None) -> Respond:
    """Return a script whose model stops for a reason."""
    answer = completion("")
    answer["choices"][0] |= {"finish_reason": reason, "message": {"content": text}}
    return sends(json.dumps(answer).encode())


def test_a_reply_without_text_is_a_fault_if_the_endpoint_ended_it() -> None:
    """A model may use all of its tokens for its thoughts, which are not sent."""
    with pytest.raises(EndpointFault, match="used all of its tokens") as caught:
        ask(ended_by("length"))
    assert "max_tokens" in str(caught.value.hint)
    with pytest.raises(EndpointFault, match="a filter of the endpoint"):
        ask(ended_by("content_filter"))
    assert ask(ended_by("length", "Bob"))[0] == "Bob"
    text, _, usage, _ = ask(ended_by("stop"))
    assert (text, usage.requests) == ("", 1)


def test_a_refused_key_names_the_variable_that_it_came_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with fake_endpoint(fails(401)) as server:
        monkeypatch.setenv("MY_URL", server.url)
        monkeypatch.setenv("MY_KEY", KEY)
        with pytest.raises(EndpointFault) as caught:
            endpoint_of("MY_URL", "MY_KEY").complete(QUESTION, MODEL, LONG)
    assert "read from MY_KEY" in str(caught.value.hint)


def conversation(limit: int) -> Conversation:
    found = Conversation(limit)
    for turn in range(4):
        found.say(f"news {turn} " + "menu " * 20, f"news {turn}")
        found.reply("thoughts " * 20 + f"\nDeduction: bob has s{turn}\nAction: pass")
    found.say("news 4 " + "menu " * 20, "news 4")
    return found


@pytest.mark.parametrize(
    ("limit", "check"),
    [
        (10_000, lambda texts: all("menu" in one for one in texts[::2])),
        (900, lambda texts: "thoughts" not in texts[1] and "s0" in texts[1]),
        (420, lambda texts: texts[2] == "news 1" and "menu" in texts[0]),
        (250, lambda texts: LEFT_OUT in texts[0] and "menu" in texts[-1]),
    ],
)
def test_a_long_conversation_loses_thoughts_first_and_news_last(
    limit: int, check: Callable[[list[str]], bool]
) -> None:
    messages = conversation(limit).messages()
    texts = [one["content"] for one in messages]
    assert check(texts)
    assert sum(map(len, texts)) <= limit + len(LEFT_OUT) + 1
    assert messages[0]["role"] == messages[-1]["role"] == "user"
    assert all(texts)
