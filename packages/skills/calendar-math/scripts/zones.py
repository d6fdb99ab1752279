"""The same moment on clocks of different zones."""

import re
from datetime import datetime, timedelta, timezone
from typing import Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

__all__ = ["convert_time"]

Zone = Annotated[str, "IANA name such as Europe/Berlin, UTC, or an offset such as +02:00"]
OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d{1,2})(?::?([0-5]\d))?\Z")


def convert_time(
    moment: Annotated[str, "A moment such as 2026-03-31T14:30; an offset at its end wins over from_zone"],
    from_zone: Zone,
    to_zone: Zone,
) -> dict[str, Any]:
    """Tells what a clock in one time zone shows at a moment given in another, with offsets and daylight saving."""
    try:
        given = datetime.fromisoformat(moment.strip().replace("Z", "+00:00").replace("z", "+00:00"))
    except ValueError:
        raise ValueError(f"{moment!r} is no moment. Write it such as 2026-03-31T14:30.") from None
    notes: list[str] = []
    if given.tzinfo is None:
        given = given.replace(tzinfo=_zone(from_zone))
        notes = _oddities(given, from_zone)
    there = given.astimezone(_zone(to_zone))
    return {
        "from": {"moment": given.isoformat(timespec="minutes"), "zone": from_zone, "is_daylight_saving": bool(given.dst())},
        "to": {"moment": there.isoformat(timespec="minutes"), "zone": to_zone, "weekday": f"{there:%A}".lower(), "is_daylight_saving": bool(there.dst())},
        "difference_hours": round((there.utcoffset() - given.utcoffset()).total_seconds() / 3600, 2),
        "day_changes_by": (there.date() - given.date()).days,
        "notes": notes,
    }


def _oddities(given: datetime, name: str) -> list[str]:
    """Whether clocks skipped this time or ran through it twice."""
    back = given.astimezone(timezone.utc).astimezone(given.tzinfo)
    if back.replace(tzinfo=None) != given.replace(tzinfo=None):
        return [f"Clocks in {name} skipped {given:%H:%M} on that day; {back:%H:%M} is meant."]
    other = given.replace(fold=1)
    if other.utcoffset() != given.utcoffset():
        return [f"Clocks in {name} showed {given:%H:%M} twice on that day; the first is taken. The second is {_hours(given, other)} later."]
    return []


def _hours(first: datetime, second: datetime) -> str:
    minutes = int((first.utcoffset() - second.utcoffset()) / timedelta(minutes=1))
    return f"{minutes // 60} h" if minutes % 60 == 0 else f"{minutes} min"


def _zone(name: str):
    wanted = name.strip()
    if wanted.upper() in ("UTC", "GMT", "Z"):
        return timezone.utc
    match = OFFSET.match(wanted.upper())
    if match and int(match[2]) <= 14:
        size = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
        return timezone(-size if match[1] == "-" else size)
    try:
        return ZoneInfo(wanted)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        known = available_timezones()
        if not known:
            raise ValueError("This machine has no time zone data. Install its tzdata package, or use offsets such as +02:00.") from None
        city = wanted.replace(" ", "_").lower().rsplit("/", 1)[-1]
        near = sorted(zone for zone in known if city and city in zone.lower())[:5]
        raise ValueError(f"There is no time zone {name!r}.{f' Did you mean {chr(44).join(near)}?' if near else ' Use a name such as Europe/Berlin.'}") from None
