"""Converts values between units, exactly."""

import re
from decimal import Context, Decimal, InvalidOperation, localcontext
from fractions import Fraction
from typing import Annotated, Any, Optional, Union

from unit_expression import Quantity, read_unit
from unit_table import KINDS, TEMPERATURES, UNITS

__all__ = ["convert_value", "convert_values", "list_units"]

Value = Union[float, int, str]
DIGITS = 12


def convert_value(
    value: Annotated[Value, "The number; as text where every digit counts"],
    from_unit: Annotated[str, "Unit of the value, such as km/h"],
    to_unit: Annotated[str, "Unit wanted, such as m/s"],
) -> dict[str, Any]:
    """Converts one value from a unit to another of the same kind."""
    return {"from": from_unit, "to": to_unit, **_figure(_converted(_number(value), from_unit, to_unit))}


def convert_values(
    values: Annotated[list[Value], "The numbers, at most 10,000"],
    from_unit: Annotated[str, "Unit of the values"],
    to_unit: Annotated[str, "Unit wanted"],
) -> dict[str, Any]:
    """Converts a list of values from a unit to another of the same kind, in order."""
    if len(values) > 10_000:
        raise ValueError("At most 10,000 values at a time.")
    figures = [_figure(_converted(_number(value), from_unit, to_unit))["value"] for value in values]
    return {"from": from_unit, "to": to_unit, "values": figures}


def list_units(kind: Annotated[Optional[str], "A kind such as length; all kinds if left out"] = None) -> dict[str, Any]:
    """Lists the kinds of units, or the units of one kind with their factors to its base unit."""
    if kind is None:
        return {"kinds": sorted(KINDS)}
    wanted = kind.strip().lower()
    if wanted == "temperature":
        return {"kind": "temperature", "units": [{"symbol": symbol, "names": names} for symbol, (names, _, _) in TEMPERATURES.items()]}
    if wanted not in KINDS:
        raise ValueError(f"There is no kind {kind!r}. Kinds: {', '.join(sorted(KINDS))}.")
    units = [unit for unit in UNITS if unit.kind == wanted]
    base = next(unit.symbol for unit in units if unit.factor == 1)
    return {
        "kind": wanted,
        "base": base,
        "units": [{"symbol": unit.symbol, "names": list(unit.names), f"in_{base}": _figure(unit.factor)["value"]} for unit in units],
    }


def _converted(value: Fraction, from_unit: str, to_unit: str) -> Fraction:
    start, end = _temperature(from_unit), _temperature(to_unit)
    if start and end:
        kelvin = value * start[0] + start[1]
        if kelvin < 0:
            raise ValueError(f"{from_unit} {_figure(value)['value']} is below absolute zero.")
        return (kelvin - end[1]) / end[0]
    if start or end:
        raise ValueError(f"{from_unit} and {to_unit} are not of the same kind. For differences of temperature use delta_C, delta_F, delta_K.")
    source, target = read_unit(from_unit), read_unit(to_unit)
    if source.powers == target.powers:
        return value * source.factor / target.factor
    if source.powers == target.inverted().powers and _is_fuel(source):
        if value == 0:
            raise ValueError("A fuel use of 0 has no distance for it.")
        return 1 / (value * source.factor * target.factor)
    raise ValueError(f"{from_unit} is {source.described()} and {to_unit} is {target.described()}: they are not of the same kind.")


def _is_fuel(quantity: Quantity) -> bool:
    """Litres for a distance (an area, in base units) and distance for a litre: told apart from other inverses."""
    return dict(quantity.powers) in ({"m": 2}, {"m": -2})


def _temperature(text: str) -> Optional[tuple[Fraction, Fraction]]:
    wanted = " ".join(text.split())
    for symbol, (names, factor, offset) in TEMPERATURES.items():
        if wanted == symbol or wanted.lower() in names:
            return factor, offset
    return None


def _number(value: Value) -> Fraction:
    if isinstance(value, bool):
        raise ValueError("true and false are no numbers.")
    text = value.strip().replace("_", "").replace("\u2212", "-") if isinstance(value, str) else repr(value)
    part = re.fullmatch(r"([+-]?\d{1,30})\s*/\s*(\d{1,30})", text)
    if part and int(part[2]):
        return Fraction(int(part[1]), int(part[2]))
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise ValueError(f"{value!r} is no number. Write it like 1234.5.") from None
    if not number.is_finite() or abs(number.adjusted()) > 300:
        raise ValueError(f"{value!r} cannot be converted.")
    return Fraction(number)


def _figure(value: Fraction) -> dict[str, Any]:
    with localcontext(Context(prec=60, Emax=9_999, Emin=-9_999)):
        long = Decimal(value.numerator) / Decimal(value.denominator)
        rounded = Context(prec=DIGITS).plus(long)
        shown = int(rounded) if rounded == rounded.to_integral_value() and abs(rounded) < 2**53 else float(rounded)
        is_exact = Fraction(long) == value
        return {"value": shown, "exact": format(long.normalize(), "f")} if is_exact and abs(long.adjusted()) < 40 else {"value": shown}
