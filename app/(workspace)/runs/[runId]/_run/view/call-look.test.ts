import { describe, expect, it } from "vitest";
import { callBrief, inputText, readableText } from "./call-look.ts";

describe("what a call is about", () => {
  it("is its most telling argument", () => {
    expect(callBrief({ input: { limit: 3, query: "heat\nprices" } })).toBe("heat prices");
    expect(callBrief({ input: { column: "price" } })).toBe("price");
    expect(callBrief({ input: { rows: [1, 2] } })).toBe("");
  });

  it("is nothing for arguments that are no object", () => {
    expect(callBrief({ input: null })).toBe("");
  });
});

describe("arguments as people read them", () => {
  it("show a lone text as it is", () => {
    expect(inputText({ input: { task: "a\nb" }, malformedInput: null })).toBe("a\nb");
  });

  it("fit on a line when they are few, and keep line breaks inside texts escaped", () => {
    expect(inputText({ input: { series: "a\nb", year: 2022 }, malformedInput: null })).toBe(
      '{ "series": "a\\nb", "year": 2022 }',
    );
  });

  it("stand one below the other when one of them is long", () => {
    const task = "Compare the prices of heat in all three countries\nsince 2019";
    expect(inputText({ input: { assignee: "Analyst", task }, malformedInput: null })).toBe(
      `assignee: Analyst\ntask: ${task}`,
    );
  });

  it("are shown raw when they were no JSON", () => {
    expect(inputText({ input: null, malformedInput: '{"a": ' })).toBe('{"a": ');
  });
});

describe("a result", () => {
  it("is indented when it is JSON and left alone otherwise", () => {
    expect(readableText('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(readableText("[draft] not json")).toBe("[draft] not json");
  });
});
