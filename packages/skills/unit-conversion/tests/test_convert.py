import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "scripts"))

from convert import convert_value, convert_values, list_units
from unit_table import UNITS


class Convert(unittest.TestCase):
    def test_conversions_give_the_defined_figures(self):
        for value, start, end, expected in [
            (1, "mi", "km", 1.609344), (26.2, "miles", "km", 42.1648128), (1, "lb", "g", 453.59237), (100, "km/h", "m/s", 27.7777777778),
            (1, "kWh", "J", 3_600_000), (1, "MiB", "B", 1_048_576), (1, "GB", "MiB", 953.674316406), (1, "acre", "m²", 4046.8564224),
            (1, "gal", "l", 3.785411784), (1, "imp gal", "l", 4.54609), (32, "psi", "bar", 2.20632233381), (90, "°", "rad", 1.57079632679),
            (1, "m^2", "cm^2", 10_000), (1, "cm³", "ml", 1), (5, "kg*m/s^2", "N", 5), (1, "W*h", "J", 3600), (60, "rpm", "Hz", 1),
            (1, "Mbit/s", "kB/s", 125), (9.81, "m/s²", "ft/s^2", 32.1850393701), (1000, "kg/m^3", "g/cm^3", 1), (1, "year", "days", 365.2425),
            ("0.1", "m", "mm", 100), ("1/3", "ft", "in", 4), (6, "feet", "cm", 182.88), (1, "MW", "mW", 1_000_000_000), (1, "kn", "km/h", 1.852),
        ]:
            with self.subTest(f"{value} {start} {end}"):
                self.assertEqual(convert_value(value, start, end)["value"], expected)

    def test_temperatures_have_offsets_and_their_differences_have_none(self):
        for value, start, end, expected in [
            (100, "°C", "°F", 212), (-40, "F", "celsius", -40), (0, "K", "°C", -273.15), (37, "C", "kelvin", 310.15), (10, "delta_C", "delta_F", 18),
        ]:
            with self.subTest(f"{value} {start} {end}"):
                self.assertEqual(convert_value(value, start, end)["value"], expected)
        with self.assertRaisesRegex(ValueError, "absolute zero"):
            convert_value(-300, "°C", "K")

    def test_fuel_use_turns_over(self):
        self.assertAlmostEqual(convert_value(30, "mi/gal", "l/100km")["value"], 7.84048611, places=6)
        self.assertAlmostEqual(convert_value(5, "l/100km", "km/l")["value"], 20)

    def test_digits_are_not_lost(self):
        self.assertEqual(convert_value("12345678901234567890.5", "km", "m")["exact"], "12345678901234567890500")
        self.assertNotIn("exact", convert_value(1, "m", "yd"))

    def test_what_does_not_fit_is_refused_with_a_reason(self):
        for start, end, text in [
            ("m", "kg", "length .* mass"), ("ton", "kg", "several units"), ("metr", "m", "Did you mean"), ("°C", "m", "not of the same kind"),
            ("", "m", "missing"), ("m/", "m", "cannot be read"), ("s", "Hz", "not of the same kind"),
        ]:
            with self.subTest(start), self.assertRaisesRegex(ValueError, text):
                convert_value(1, start, end)
        for value in ["nan", "1e999", "12,5", True]:
            with self.subTest(value), self.assertRaises(ValueError):
                convert_value(value, "m", "km")

    def test_every_unit_goes_to_its_base_and_back(self):
        for kind in list_units()["kinds"]:
            for unit in list_units(kind)["units"]:
                base = list_units(kind).get("base", "K")
                with self.subTest(unit["symbol"]):
                    there = convert_value(7, unit["symbol"], base)["value"]
                    self.assertAlmostEqual(convert_value(there, base, unit["symbol"])["value"], 7, places=6)

    def test_no_symbol_stands_for_two_units(self):
        symbols = [unit.symbol for unit in UNITS]
        self.assertEqual(len(symbols), len(set(symbols)))

    def test_a_list_keeps_its_order(self):
        self.assertEqual(convert_values([1, "2", 3.5], "km", "m")["values"], [1000, 2000, 3500])


if __name__ == "__main__":
    unittest.main()
