import { expect, test } from "vitest";
import { nameLines } from "./name-lines.ts";

test("a name that fits stays on one line", () => {
  expect(nameLines("Test reviewer", 15)).toEqual(["Test reviewer"]);
});

test("a longer name is broken between words, and only what still does not fit is cut", () => {
  expect(nameLines("Correctness reviewer", 15)).toEqual(["Correctness", "reviewer"]);
  expect(nameLines("Devil's advocate", 15)).toEqual(["Devil's", "advocate"]);
  expect(nameLines("Head of international procurement", 15)).toEqual(["Head of", "international…"]);
});

test("one long word is cut, never in the middle of an emoji", () => {
  expect(nameLines("Internationalisation", 15)).toEqual(["Internationali…"]);
  expect(nameLines("👩‍🔬👩‍🔬👩‍🔬👩‍🔬", 12)).toEqual(["👩‍🔬👩‍🔬…"]);
});
