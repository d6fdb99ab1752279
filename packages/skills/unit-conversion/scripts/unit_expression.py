"""Reads a unit as people write it, compound ones too, into a factor and powers of base units."""

import re
from fractions import Fraction
from typing import NamedTuple

from unit_table import UNITS, Unit

__all__ = []

PART = re.compile(r"\s*(?P<number>\d+(?:\.\d+)?)?\s*(?P<name>[^\d*/^·×⋅²³]+?)\s*(?:\^?\s*(?P<power>-?\d+)|(?P<high>[²³]))?\s*\Z")
HIGH = {"²": 2, "³": 3}
BY_SYMBOL = {unit.symbol: unit for unit in UNITS}
BY_NAME: dict[str, list[Unit]] = {}
for _unit in UNITS:
    for _name in {_unit.symbol.lower(), *(name.lower() for name in _unit.names)}:
        BY_NAME.setdefault(_name, []).append(_unit)


class Quantity(NamedTuple):
    factor: Fraction
    powers: tuple[tuple[str, int], ...]

    def inverted(self) -> "Quantity":
        return Quantity(1 / self.factor, tuple((name, -power) for name, power in self.powers))

    def described(self) -> str:
        kinds = {unit.kind for unit in UNITS if unit.powers == self.powers}
        if kinds:
            return " or ".join(sorted(kinds))
        return "*".join(name if power == 1 else f"{name}^{power}" for name, power in self.powers) or "a plain number"


def read_unit(text: str) -> Quantity:
    if not text.strip() or len(text) > 100:
        raise ValueError("A unit is missing." if not text.strip() else "That unit is too long to be one.")
    whole = _find(text.strip())
    if whole:
        return Quantity(whole.factor, whole.powers)
    factor, powers = Fraction(1), {}
    sign = 1
    for piece in re.split(r"([*/·×⋅])", text.replace(" per ", "/")):
        if piece in ("*", "·", "×", "⋅", "/"):
            sign = -1 if piece == "/" else 1
            continue
        unit, power, number = _part(piece, text)
        power *= sign
        factor *= unit.factor**power * number**sign
        for name, exponent in unit.powers:
            powers[name] = powers.get(name, 0) + exponent * power
    return Quantity(factor, tuple(sorted((name, power) for name, power in powers.items() if power)))


def _part(piece: str, text: str) -> tuple[Unit, int, Fraction]:
    match = PART.match(piece)
    if not match:
        raise ValueError(f"{text!r} cannot be read as a unit. Write it like km/h or kg*m^2.")
    unit = _find(match["name"])
    if not unit:
        raise ValueError(f"There is no unit {match['name']!r}.{_hint(match['name'])}")
    power = int(match["power"]) if match["power"] else HIGH.get(match["high"], 1)
    if not 1 <= abs(power) <= 9:
        raise ValueError(f"The power {power} in {text!r} is none that units have.")
    return unit, power, Fraction(match["number"] or 1)


def _find(name: str):
    if name in BY_SYMBOL:
        return BY_SYMBOL[name]
    lower = " ".join(name.lower().split())
    candidates = BY_NAME.get(lower) or BY_NAME.get(re.sub(r"(?<=.)s\Z", "", lower)) or []
    if len({(unit.factor, unit.powers) for unit in candidates}) > 1:
        options = ", ".join(f"{unit.symbol} ({unit.names[0]})" for unit in candidates)
        raise ValueError(f"{name!r} can be several units: {options}. Say which.")
    return candidates[0] if candidates else None


def _hint(name: str) -> str:
    near = [unit.symbol for unit in UNITS if any(name.lower()[:4] == other.lower()[:4] for other in unit.names)]
    return f" Did you mean {', '.join(dict.fromkeys(near[:6]))}?" if near else " list_units shows all."
