import { describe, expect, it } from "vitest";
import { firstLine, plainText } from "./plain-text.ts";

describe("text without its marks", () => {
  it("keeps the words of headings, lists, emphasis, links and code", () => {
    expect(plainText("## Prices\n- **21** EUR in [the table](https://x.example)\n- `mean` is *fine*")).toBe(
      "Prices 21 EUR in the table mean is fine",
    );
  });

  it("leaves names with underscores and products alone", () => {
    expect(plainText("set min_points and 2 * 3 * 4")).toBe("set min_points and 2 * 3 * 4");
  });

  it("reads a table as a row of words", () => {
    expect(plainText("| a | b |\n|---|---|\n| 1 | 2 |")).toBe("a b 1 2");
  });

  it("finds the first line that says something", () => {
    expect(firstLine("\n```\n\n# Lowest price\nmore")).toBe("Lowest price");
  });
});
