import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "scripts"))

from dates import add_to_date, describe_date, easter_dates, recurring_dates, time_between, working_days
from zones import convert_time


class Dates(unittest.TestCase):
    def test_a_date_is_described(self):
        answer = describe_date("2027-01-01")
        self.assertEqual((answer["weekday"], answer["iso_week"], answer["quarter"], answer["days_left_in_year"]), ("friday", "2026-W53", 1, 364))
        self.assertEqual(describe_date("2024-12-31")["day_of_year"], 366)

    def test_a_span_is_told_in_every_unit_and_in_both_directions(self):
        answer = time_between("2024-02-29", "2026-03-01")
        self.assertEqual((answer["days"], answer["years"], answer["months"], answer["days_beyond_months"]), (731, 2, 0, 1))
        self.assertEqual((time_between("2026-01-31", "2026-02-28")["days"], time_between("2026-01-31", "2026-02-28")["total_months"]), (28, 1))
        self.assertEqual(time_between("2026-05-01", "2026-04-30")["days"], -1)
        self.assertEqual(time_between("2026-11-23", "2026-11-27")["days_inclusive"], 5)

    def test_sums_keep_to_the_end_of_a_month_and_say_so(self):
        for date, parts, expected in [
            ("2026-01-31", {"months": 1}, "2026-02-28"), ("2024-02-29", {"years": 1}, "2025-02-28"), ("2026-03-31", {"months": -1, "days": 1}, "2026-03-01"),
            ("2026-11-27", {"working_days": 1}, "2026-11-30"), ("2026-11-30", {"working_days": -1}, "2026-11-27"),
            ("2026-12-24", {"working_days": 1, "holidays": ["2026-12-25"]}, "2026-12-28"), ("2026-11-26", {"working_days": 1, "weekend": ["friday", "saturday"]}, "2026-11-29"),
        ]:
            with self.subTest(f"{date} {parts}"):
                self.assertEqual(add_to_date(date, **parts)["date"], expected)
        self.assertEqual(len(add_to_date("2026-01-31", months=1)["notes"]), 1)

    def test_working_days_are_what_counting_gives(self):
        from datetime import date, timedelta
        for start in range(0, 14):
            for length in range(0, 30):
                first = date(2026, 11, 1) + timedelta(days=start)
                last = first + timedelta(days=length)
                counted = sum((first + timedelta(days=offset)).weekday() < 5 for offset in range(length + 1))
                self.assertEqual(working_days(first.isoformat(), last.isoformat())["working_days"], counted)
        self.assertEqual(working_days("2026-12-21", "2026-12-27", holidays=["2026-12-25", "2026-12-26"])["working_days"], 4)

    def test_rules_give_their_dates(self):
        for rule, expected in [
            ({"every": "month", "start": "2026-01-31", "count": 3}, ["2026-01-31", "2026-02-28", "2026-03-31"]),
            ({"every": "month", "start": "2026-11-28", "count": 2, "weekday": "tuesday", "nth": 2}, ["2026-12-08", "2027-01-12"]),
            ({"every": "month", "start": "2026-01-01", "count": 2, "weekday": "friday", "nth": 5}, ["2026-01-30", "2026-05-29"]),
            ({"every": "month", "start": "2026-01-01", "count": 1, "weekday": "friday", "nth": -1}, ["2026-01-30"]),
            ({"every": "week", "start": "2026-11-28", "interval": 2, "until": "2026-12-20"}, ["2026-11-28", "2026-12-12"]),
            ({"every": "year", "start": "2024-02-29", "count": 2}, ["2024-02-29", "2025-02-28"]),
            ({"every": "day", "start": "9999-12-30", "count": 5}, ["9999-12-30", "9999-12-31"]),
        ]:
            with self.subTest(str(rule)):
                self.assertEqual([one["date"] for one in recurring_dates(**rule)["dates"]], expected)

    def test_easter_falls_where_the_tables_say(self):
        for year, expected in [(1818, "1818-03-22"), (1943, "1943-04-25"), (2000, "2000-04-23"), (2024, "2024-03-31"), (2025, "2025-04-20"), (2026, "2026-04-05"), (2038, "2038-04-25"), (2049, "2049-04-18"), (2076, "2076-04-19")]:
            with self.subTest(year):
                self.assertEqual(easter_dates(year)["easter_sunday"], expected)

    def test_what_is_no_date_is_refused_with_the_form_wanted(self):
        for text in ["31.03.2026", "2026-02-30", "", "soon", "2026-3-1"]:
            with self.subTest(text), self.assertRaisesRegex(ValueError, "year-month-day"):
                describe_date(text)
        with self.assertRaisesRegex(ValueError, "years 1 to 9999"):
            add_to_date("9999-12-31", days=1)


class Zones(unittest.TestCase):
    def test_clocks_are_converted_with_daylight_saving(self):
        for moment, start, end, expected in [
            ("2026-07-01T12:00", "Europe/Berlin", "America/New_York", "2026-07-01T06:00-04:00"),
            ("2026-01-01T23:30", "UTC", "Asia/Kolkata", "2026-01-02T05:00+05:30"),
            ("2026-01-01T00:00+02:00", "UTC", "UTC", "2025-12-31T22:00+00:00"),
            ("2026-01-01T12:00", "+05:45", "UTC-3", "2026-01-01T03:15-03:00"),
        ]:
            with self.subTest(moment):
                self.assertEqual(convert_time(moment, start, end)["to"]["moment"], expected)

    def test_hours_that_were_skipped_or_came_twice_are_pointed_out(self):
        self.assertIn("skipped", convert_time("2026-03-29T02:30", "Europe/Berlin", "UTC")["notes"][0])
        self.assertIn("twice", convert_time("2026-10-25T02:30", "Europe/Berlin", "UTC")["notes"][0])
        self.assertEqual(convert_time("2026-10-25T04:30", "Europe/Berlin", "UTC")["notes"], [])

    def test_a_wrong_zone_is_answered_with_likely_ones(self):
        with self.assertRaisesRegex(ValueError, "Europe/Berlin"):
            convert_time("2026-01-01T12:00", "Berlin", "UTC")
        for name in ["../../etc/passwd", "", "Mars/Base"]:
            with self.subTest(name), self.assertRaises(ValueError):
                convert_time("2026-01-01T12:00", name, "UTC")


if __name__ == "__main__":
    unittest.main()
