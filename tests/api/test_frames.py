"""Frames from a client: strict types, bounded sizes, unknown fields refused; whatever is no frame is a ValueError."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.protocol.incoming import Act, Hello, Ping, decode_frame
from app.protocol.outgoing import step_frame


def test_frames_are_told_apart_by_t() -> None:
    assert decode_frame('{"t":"hello","token":"st_x","since":41}') == Hello(token="st_x", since=41)
    act = decode_frame('{"t":"act","key":"k","decision":"d","action":{"verb":"move","to":[1,2]}}')
    assert isinstance(act, Act)
    assert json.loads(bytes(act.action)) == {"verb": "move", "to": [1, 2]}
    assert decode_frame('{"t":"ping"}') == Ping(n=0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"t":"root"}',
        '{"t":7}',
        '{"t":"hello","since":false}',
        '{"t":"hello","since":-1}',
        '{"t":"hello","since":1.5}',
        '{"t":"hello","since":"1"}',
        '{"t":"hello","admin":true}',
        '{"t":"act","key":"k","decision":"d"}',
        '{"t":"act","key":"","decision":"d","action":{}}',
        '{"t":"act","key":"' + "k" * 65 + '","decision":"d","action":{}}',
        '{"t":"act","key":"k","decision":"d","action":{"a":}}',
        '{"t":"act","key":"k","decision":"d","action":' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"t":"chat","room":"attic","text":"x"}',
        '{"t":"chat","room":"match","text":""}',
        '{"t":"chat","room":"match","text":"' + "x" * 501 + '"}',
        '{"t":"ping","n":true}',
        '{"t":"ping","n":1e400}',
        '{"t":"ping"} {"t":"ping"}',
    ],
)
def test_malformed_frames_are_value_errors(text: str) -> None:
    with pytest.raises(ValueError):
        decode_frame(text)


@given(st.text() | st.binary())
def test_no_bytes_raise_anything_else(data: str | bytes) -> None:
    with contextlib.suppress(ValueError):
        decode_frame(data)


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(st.sampled_from(["hello", "act", "chat", "takeback", "draw", "odds"]), st.dictionaries(st.text(), _json))
def test_no_object_raises_anything_else(t: str, fields: dict[str, object]) -> None:
    with contextlib.suppress(ValueError):
        decode_frame(json.dumps({**fields, "t": t}))


def test_a_stored_step_becomes_a_frame_without_being_read() -> None:
    assert json.loads(step_frame(b'{"seq":7,"at":"x"}')) == {"t": "step", "seq": 7, "at": "x"}
