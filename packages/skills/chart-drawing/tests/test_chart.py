import os
import re
import sys
import tempfile
import unittest
from xml.etree import ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "scripts"))

from chart import draw_chart, draw_chart_from_csv
from scale import nice_scale, short_number

SVG = "{http://www.w3.org/2000/svg}"


class InFolder(unittest.TestCase):
    def setUp(self):
        self.before, self.folder = os.getcwd(), tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)

    def tearDown(self):
        os.chdir(self.before)
        self.folder.cleanup()

    def drawn(self, answer):
        return ElementTree.parse(answer["file"]).getroot()


class Charts(InFolder):
    SERIES = [{"name": "North", "values": [4, None, 10]}, {"name": "South", "values": [2, 3, 5]}]

    def test_every_kind_is_a_picture_with_a_text_alternative(self):
        for kind in ["bar", "stacked_bar", "line", "scatter", "pie"]:
            series = self.SERIES[1:] if kind == "pie" else self.SERIES
            labels = [1, 2.5, 4] if kind == "scatter" else ["Q1", "Q2", "Q3"]
            with self.subTest(kind):
                answer = draw_chart(kind, "Sales <2026> & more", labels, series)
                self.assertEqual(self.drawn(answer).get("aria-label"), answer["alternative"])
                self.assertIn("South", answer["alternative"])

    def test_bars_are_as_high_as_their_figures_from_zero(self):
        root = self.drawn(draw_chart("bar", "T", ["a", "b"], [{"name": "n", "values": [50, 100]}]))
        heights = [float(one.get("height")) for one in root.iter(f"{SVG}rect") if one.find(f"{SVG}title") is not None]
        self.assertAlmostEqual(heights[1], heights[0] * 2, delta=0.2)

    def test_a_gap_breaks_a_line_and_is_no_bar(self):
        line = self.drawn(draw_chart("line", "T", ["a", "b", "c"], self.SERIES[:1]))
        self.assertEqual(next(line.iter(f"{SVG}path")).get("d").count("M"), 2)
        self.assertEqual(draw_chart("bar", "T", ["a", "b", "c"], self.SERIES[:1])["points"], 2)

    def test_parts_of_a_pie_beyond_eight_are_one(self):
        root = self.drawn(draw_chart("pie", "T", [str(number) for number in range(20)], [{"name": "n", "values": [1] * 20}]))
        self.assertEqual(len(list(root.iter(f"{SVG}path"))), 8)
        self.assertIn("Other: 13", ElementTree.tostring(root, "unicode"))
        self.drawn(draw_chart("pie", "T", ["all"], [{"name": "n", "values": [3]}]))

    def test_a_csv_file_is_drawn_without_figures_being_typed(self):
        with open("a.csv", "w", encoding="utf-8") as file:
            file.write("Month;Sales;Cost\nJan;1.234,50;7\nFeb;n/a;8\n")
        answer = draw_chart_from_csv("bar", "T", "a.csv", "Month", ["Sales", "Cost"])
        self.assertEqual((answer["points"], answer["notes"]), (3, ["1 cell(s) of 'Sales' hold no number and are gaps."]))
        self.assertIn("1\u202f234.5", answer["alternative"])
        with self.assertRaisesRegex(ValueError, "'Month', 'Sales', 'Cost'"):
            draw_chart_from_csv("bar", "T", "a.csv", "Day", ["Sales"])

    def test_marks_inside_quotes_part_nothing(self):
        with open("b.csv", "w", encoding="utf-8") as file:
            file.write('"Month; day; hour","Sales"\nJan,5\n')
        self.assertEqual(draw_chart_from_csv("bar", "T", "b.csv", "Month; day; hour", ["Sales"])["points"], 1)

    def test_hostile_names_stay_text(self):
        answer = draw_chart("bar", "</svg><script>\x00", ['"><a>'], [{"name": "n", "values": [1]}], unit="<b>", file_name="../../x.svg")
        self.assertEqual(answer["file"], "x.svg")
        self.assertFalse(list(self.drawn(answer).iter(f"{SVG}script")))

    def test_what_cannot_be_drawn_is_refused_with_a_reason(self):
        one = [{"name": "n", "values": [1]}]
        for arguments, text in [
            (("bar", " ", ["a"], one), "title"), (("bar", "T", ["a", "b"], one), "1 values for 2 labels"), (("pie", "T", ["a"], [{"name": "n", "values": [-1]}]), "negative"),
            (("scatter", "T", ["a"], one), "numbers"), (("bar", "T", ["a"], [{"name": "n", "values": [None]}]), "no figure"),
            (("line", "T", ["a"], [{"name": "n", "values": [float("nan")]}]), "no number"), (("bar", "T", ["a"] * 9_000, [{"name": "n", "values": [1] * 9_000}]), "points"),
        ]:
            with self.subTest(text), self.assertRaisesRegex(ValueError, text):
                draw_chart(*arguments)


class Scales(unittest.TestCase):
    def test_a_scale_holds_its_values_between_round_steps(self):
        for low, high in [(0, 97), (-3, 12), (1e-9, 5e-9), (1e12, 1.1e12), (5, 5), (0, 0), (-7, -7), (99.9, 100.1)]:
            scale = nice_scale(low, high)
            with self.subTest((low, high)):
                self.assertLessEqual(scale.low, low + abs(low) * 1e-9)
                self.assertGreaterEqual(scale.high, high - abs(high) * 1e-9)
                self.assertTrue(2 <= len(scale.steps) <= 12)

    def test_numbers_are_short_and_grouped(self):
        self.assertEqual([short_number(value) for value in [1234567, -0.5, 0, 12.50, 1e20]], ["1\u202f234\u202f570", "\u22120.5", "0", "12.5", "1e+20"])


if __name__ == "__main__":
    unittest.main()
