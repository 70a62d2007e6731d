"""While an act has the lock no garbage is looked for; afterwards it is, as before."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from masterpoint.centre.garbage_collection import pause_collection


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    was_enabled = gc.isenabled()
    yield
    (gc.enable if was_enabled else gc.disable)()


def test_nothing_is_collected_until_the_last_act_has_ended() -> None:
    gc.enable()
    with pause_collection():
        with pause_collection():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_an_act_that_fails_lets_it_go_on() -> None:
    gc.enable()
    with pytest.raises(ValueError), pause_collection():
        raise ValueError
    assert gc.isenabled()


def test_whoever_has_stopped_it_starts_it() -> None:
    gc.disable()
    with pause_collection():
        assert not gc.isenabled()
    assert not gc.isenabled()
