"""Computes with dates: spans, sums, working days and recurring dates."""

import calendar
from datetime import date, datetime, timedelta, timezone
from typing import Annotated, Any, Literal, Optional

__all__ = ["describe_date", "time_between", "add_to_date", "working_days", "recurring_dates", "easter_dates"]

Day = Annotated[str, "A date such as 2026-03-31, or today"]
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
Weekend = Annotated[Optional[list[Weekday]], "Days of the week that are free; Saturday and Sunday if left out"]
Holidays = Annotated[Optional[list[str]], "Dates that are free besides the weekends"]
MAX_DATES = 1_000


def describe_date(date: Day) -> dict[str, Any]:
    """Tells the weekday, ISO week, quarter, day of the year and what surrounds a date."""
    day = _day(date)
    year, week, _ = day.isocalendar()
    length = calendar.monthrange(day.year, day.month)[1]
    return {
        "date": day.isoformat(), "weekday": DAYS[day.weekday()], "iso_week": f"{year}-W{week:02d}", "quarter": (day.month + 2) // 3,
        "day_of_year": day.timetuple().tm_yday, "days_in_month": length, "days_left_in_month": length - day.day,
        "days_left_in_year": (_of(day.year, 12, 31) - day).days, "is_leap_year": calendar.isleap(day.year), "is_weekend": day.weekday() >= 5,
    }


def time_between(start: Day, end: Day) -> dict[str, Any]:
    """Tells how long it is from one date to another: in days, in weeks, and in years, months and days. Also an age."""
    first, last = _day(start), _day(end)
    sign = -1 if last < first else 1
    early, late = min(first, last), max(first, last)
    months = (late.year - early.year) * 12 + late.month - early.month
    if _plus_months(early, months)[0] > late:
        months -= 1
    rest = (late - _plus_months(early, months)[0]).days
    days = (late - early).days
    return {
        "start": first.isoformat(), "end": last.isoformat(), "days": sign * days, "days_inclusive": days + 1,
        "weeks": sign * (days // 7), "days_beyond_weeks": days % 7, "years": sign * (months // 12), "months": months % 12,
        "days_beyond_months": rest, "total_months": sign * months,
    }


def add_to_date(
    date: Day,
    years: Annotated[int, "Years to add; negative takes away"] = 0,
    months: Annotated[int, "Months to add"] = 0,
    weeks: Annotated[int, "Weeks to add"] = 0,
    days: Annotated[int, "Days to add"] = 0,
    working_days: Annotated[int, "Working days to add, after everything else"] = 0,
    weekend: Weekend = None,
    holidays: Holidays = None,
) -> dict[str, Any]:
    """Adds years, months, weeks, days and working days to a date, in that order; negative numbers go back."""
    if abs(working_days) > 100_000:
        raise ValueError("At most 100,000 working days at a time.")
    day, notes = _day(date), []
    moved, was_cut = _plus_months(day, years * 12 + months)
    if was_cut:
        notes.append(f"{moved.year}-{moved.month:02d} has no day {day.day}; its last day is taken.")
    try:
        moved += timedelta(weeks=weeks, days=days)
    except OverflowError:
        raise ValueError("That is beyond the years 1 to 9999.") from None
    free, off = _weekend(weekend), _holidays(holidays)
    step, left = (1 if working_days > 0 else -1), abs(working_days)
    while left:
        moved = _shift(moved, step)
        left -= moved.weekday() not in free and moved not in off
    return {"date": moved.isoformat(), "weekday": DAYS[moved.weekday()], "notes": notes}


def working_days(start: Day, end: Day, weekend: Weekend = None, holidays: Holidays = None) -> dict[str, Any]:
    """Counts the working days from one date to another, both included, and lists the holidays that fell on one."""
    first, last = _day(start), _day(end)
    if last < first:
        raise ValueError(f"{last} is before {first}. Give the earlier date as start.")
    free = _weekend(weekend)
    total = (last - first).days + 1
    whole, rest = divmod(total, 7)
    count = whole * (7 - len(free)) + sum((first.weekday() + offset) % 7 not in free for offset in range(rest))
    off = sorted(day for day in _holidays(holidays) if first <= day <= last and day.weekday() not in free)
    return {"start": first.isoformat(), "end": last.isoformat(), "calendar_days": total, "working_days": count - len(off), "holidays_counted": [day.isoformat() for day in off]}


def recurring_dates(
    every: Annotated[Literal["day", "week", "month", "year"], "The unit of the rule"],
    start: Day,
    count: Annotated[int, "How many dates, 1 to 1000; until can end it earlier"] = 12,
    interval: Annotated[int, "Every how many units, 1 to 1000"] = 1,
    weekday: Annotated[Optional[Weekday], "Only with month: which weekday of the month"] = None,
    nth: Annotated[Optional[int], "Only with weekday: 1 to 5 for the first to fifth, -1 for the last"] = None,
    until: Annotated[Optional[str], "No date after this one"] = None,
) -> dict[str, Any]:
    """Lists the dates of a rule: every third day, every second week, the 31st or the last Friday of each month, each year.

    In a month without that day the last day is taken; a month without a fifth weekday is left out.
    """
    first, last, notes, dates = _day(start), _day(until) if until else date.max, [], []
    if not 1 <= interval <= 1_000:
        raise ValueError("interval is 1 to 1000.")
    if (weekday is None) != (nth is None) or (weekday and every != "month"):
        raise ValueError("weekday and nth go together, with every set to month.")
    if nth is not None and nth not in (-1, 1, 2, 3, 4, 5):
        raise ValueError("nth is 1 to 5, or -1 for the last.")
    wanted = min(max(count, 1), MAX_DATES)
    for number in range(wanted * 12 + 12):
        try:
            found = _occurrence(first, every, number * interval, (weekday, nth))
        except (OverflowError, ValueError):
            break
        if found and found > last or len(dates) == wanted:
            break
        if found and found >= first:
            dates.append(found)
            if every in ("month", "year") and weekday is None and found.day != first.day:
                notes.append(f"{found:%Y-%m} has no day {first.day}; its last day is taken.")
    return {"dates": [{"date": day.isoformat(), "weekday": DAYS[day.weekday()]} for day in dates], "notes": notes[:20]}


def easter_dates(year: Annotated[int, "Year, 1583 to 9999"]) -> dict[str, Any]:
    """Gives Western Easter and the feasts that hang on it: Good Friday, Easter Monday, Ascension, Whit Monday, Corpus Christi."""
    if not 1583 <= year <= 9_990:
        raise ValueError("The Gregorian Easter is defined from 1583 on.")
    golden, century = year % 19, year // 100
    moon = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
    moon -= (moon // 28) * (1 - (29 // (moon + 1)) * ((21 - golden) // 11))
    weekday = (year + year // 4 + moon + 2 - century + century // 4) % 7
    offset = moon - weekday
    month = 3 + (offset + 40) // 44
    sunday = _of(year, month, offset + 28 - 31 * (month // 4))
    feasts = {"good_friday": -2, "easter_sunday": 0, "easter_monday": 1, "ascension_day": 39, "whit_sunday": 49, "whit_monday": 50, "corpus_christi": 60}
    return {name: (sunday + timedelta(days=days)).isoformat() for name, days in feasts.items()}


def _occurrence(first: date, every: str, steps: int, rule: tuple[Optional[str], Optional[int]]) -> Optional[date]:
    if every in ("day", "week"):
        return first + timedelta(days=steps * (7 if every == "week" else 1))
    if rule[0] is None:
        return _plus_months(first, steps * (12 if every == "year" else 1))[0]
    month = _plus_months(first.replace(day=1), steps)[0]
    length = calendar.monthrange(month.year, month.month)[1]
    days = [day for day in range(1, length + 1) if _of(month.year, month.month, day).weekday() == DAYS.index(rule[0])]
    index = rule[1] if rule[1] == -1 else rule[1] - 1
    return month.replace(day=days[index]) if index < len(days) else None


def _plus_months(day: date, months: int) -> tuple[date, bool]:
    """The date so many months later, and whether its day had to be cut to the month's last."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not 1 <= year <= 9999:
        raise ValueError("That is beyond the years 1 to 9999.")
    length = calendar.monthrange(year, month + 1)[1]
    return _of(year, month + 1, min(day.day, length)), day.day > length


def _shift(day: date, days: int) -> date:
    try:
        return day + timedelta(days=days)
    except OverflowError:
        raise ValueError("That is beyond the years 1 to 9999.") from None


def _weekend(names: Optional[list[str]]) -> frozenset[int]:
    free = frozenset(DAYS.index(name) for name in names) if names is not None else frozenset({5, 6})
    if len(free) == 7:
        raise ValueError("A week needs a day to work.")
    return free


def _holidays(texts: Optional[list[str]]) -> frozenset[date]:
    return frozenset(_day(text) for text in texts or [])


def _of(year: int, month: int, day: int) -> date:
    return date(year, month, day)


def _day(text: str) -> date:
    wanted = text.strip()
    if wanted.lower() == "today":
        return datetime.now(timezone.utc).date()
    try:
        return date.fromisoformat(wanted[:10]) if wanted[10:11] in ("", "T", " ") else date.fromisoformat(wanted)
    except ValueError:
        raise ValueError(f"{text!r} is no date. Write it as year-month-day, such as 2026-03-31.") from None
