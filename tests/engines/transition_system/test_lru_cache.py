"""The cache that drops the oldest of its values."""

from __future__ import annotations

from mystpy.engines.transition_system.lru_cache import LruCache


def test_the_values_used_longest_ago_are_dropped_first() -> None:
    made: list[int] = []

    def make(key: int) -> list[int]:
        made.append(key)
        return [key]

    cache = LruCache(make, 2)
    for key in (1, 2, 1, 3, 1, 2):
        assert cache[key] == [key]
    assert made == [1, 2, 3, 2]
    assert len(cache) == 2
    assert 1 in cache
    assert 3 not in cache


def test_values_are_measured_again_when_they_have_grown() -> None:
    cache = LruCache[str, list[int]](lambda _: [0], 5, len)
    cache["a"].extend(range(4))
    assert len(cache["b"]) == 1
    assert "a" not in cache
    cache["b"].extend(range(9))
    assert len(cache["b"]) == 10  # the one used last is kept, whatever its size is
    cache["c"]
    assert "b" not in cache
    cache.discard("c")
    cache.discard("c")
    assert not len(cache)


def test_a_value_that_is_false_is_kept_too() -> None:
    made: list[str] = []

    def make(key: str) -> list[int]:
        made.append(key)
        return []

    cache = LruCache(make, 3)
    assert cache["a"] is cache["a"]
    assert made == ["a"]
