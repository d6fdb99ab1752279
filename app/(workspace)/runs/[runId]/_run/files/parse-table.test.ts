import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTable } from "./parse-table.ts";

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

describe("a table", () => {
  it("comes back as it was written, whatever is in its cells", () => {
    const table = fc.integer({ min: 2, max: 5 }).chain((width) =>
      fc.array(fc.array(fc.string(), { minLength: width, maxLength: width }), {
        minLength: 1,
        maxLength: 8,
      }),
    );
    fc.assert(
      fc.property(table, fc.constantFrom("\n", "\r\n"), (records, newline) => {
        const text = records.map((record) => record.map(quote).join(",")).join(newline);
        const { head, rows } = parseTable(text);
        expect([head, ...rows]).toEqual(records);
      }),
    );
  });

  it("is read with bare cells, empty ones and a last line without a break", () => {
    expect(parseTable("a,b\n1,\n,2")).toEqual({
      head: ["a", "b"],
      rows: [
        ["1", ""],
        ["", "2"],
      ],
      isCut: false,
    });
  });

  it("may use semicolons or tabs", () => {
    expect(parseTable("a;b\n1,5;2\n").rows).toEqual([["1,5", "2"]]);
    expect(parseTable("a\tb\n1\t2").rows).toEqual([["1", "2"]]);
  });

  it("is parted by no mark that stands in quotes, also where a line breaks there", () => {
    expect(parseTable('";;",";;"\n"",""').head).toEqual([";;", ";;"]);
    expect(parseTable('"a;\n;","b;"\n1,2')).toEqual({
      head: ["a;\n;", "b;"],
      rows: [["1", "2"]],
      isCut: false,
    });
  });

  it("does not hang on a quote that never closes", () => {
    expect(parseTable('a,b\n"1,2\n3,4').rows).toHaveLength(1);
  });

  it("is cut at two hundred rows and says so", () => {
    const { rows, isCut } = parseTable(Array.from({ length: 500 }, (_, index) => `${index},x`).join("\n"));
    expect([rows.length, isCut]).toEqual([200, true]);
  });
});
