"""Axis steps and numbers as people read them."""

import math
from typing import NamedTuple

__all__ = []


class Scale(NamedTuple):
    """A range of values with the steps that are marked."""

    low: float
    high: float
    steps: list[float]

    def share(self, value: float) -> float:
        """Where a value lies between the ends, 0 to 1."""
        return (value - self.low) / (self.high - self.low)


def nice_scale(low: float, high: float, wanted: int = 6) -> Scale:
    """A range around two values whose steps are 1, 2, 2.5 or 5 times a power of ten."""
    if low == high:
        low, high = (low - abs(low) * 0.1, high + abs(high) * 0.1) if low else (0.0, 1.0)
    raw = (high - low) / max(wanted - 1, 1)
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(size * power for size in (1, 2, 2.5, 5, 10) if raw <= size * power * 1.000001)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return Scale(first * step, last * step, [number * step for number in range(first, last + 1)])


def short_number(value: float) -> str:
    """At most six significant digits, with a blank between thousands."""
    rounded = float(f"{value:.6g}")
    if rounded and (abs(rounded) >= 1e15 or abs(rounded) < 1e-6):
        return f"{rounded:g}"
    text = f"{rounded:,.10f}".rstrip("0").rstrip(".").replace(",", "\u202f")
    return text.replace("-", "\u2212")
