import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "scripts"))

from figures import count_values, summarise_column, top_rows


class Figures(unittest.TestCase):
    def setUp(self):
        self.before, self.folder = os.getcwd(), tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)
        with open("a.csv", "w", encoding="utf-8") as file:
            file.write("name,value\nx,0.1\ny,0.2\nx,\n")

    def tearDown(self):
        os.chdir(self.before)
        self.folder.cleanup()

    def test_sums_are_exact_and_empty_cells_are_left_out(self):
        answer = summarise_column("a.csv", "value")
        self.assertEqual((answer["sum"], answer["count"], answer["missing"]), (0.3, 2, 1))

    def test_values_are_counted_and_ranked(self):
        first = count_values("a.csv", "name")["values"][0]
        self.assertEqual((first["value"], first["count"]), ("x", 2))
        self.assertAlmostEqual(first["share_percent"], 66.67, places=2)
        self.assertEqual(top_rows("a.csv", "value", 1)["rows"], [{"name": "y", "value": "0.2"}])


if __name__ == "__main__":
    unittest.main()
