import { expect, test } from "vitest";
import { starterWords } from "./starter-words.ts";

test("who started a run and where stand apart", () => {
  expect(starterWords("A person at a page")).toEqual({ who: "A person", where: "at a page" });
  expect(starterWords("anna at a terminal")).toEqual({ who: "anna", where: "at a terminal" });
  expect(starterWords("A timer")).toEqual({ who: "A timer", where: "" });
});

test("of runs from before nothing is made up", () => {
  expect(starterWords(null)).toBeUndefined();
});
