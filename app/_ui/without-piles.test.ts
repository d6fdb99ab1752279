import { expect, test } from "vitest";
import { withoutPiles } from "./without-piles.ts";

test("marks that pile up on one letter end in a sign; what people write stays as it is", () => {
  const written = "Å é क्षि שָׁלוֹם 👩🏽‍🚀 à̖̗̘";
  expect(withoutPiles(written)).toBe(written);
  expect(withoutPiles(`a${"\u0301".repeat(200_000)}b`)).toBe(`a${"\u0301".repeat(30)}…b`);
  expect(withoutPiles(`a${"\u0301".repeat(30)}b`)).toBe(`a${"\u0301".repeat(30)}b`);
});

test("a word without end may break; what people write, and all that is ASCII, stays as it is", () => {
  const word = "\u0634";
  expect(withoutPiles(word.repeat(1_000))).toBe(
    `${word.repeat(400)}\u200b${word.repeat(400)}\u200b${word.repeat(200)}`,
  );
  expect(withoutPiles(`a${word}`.repeat(300))).toContain("\u200b");
  for (const text of [
    word.repeat(400),
    "Zm9v/+=".repeat(1_000),
    "漢字かな".repeat(1_000),
    "ภาษาไทยเป็น".repeat(1_000),
    `${word} `.repeat(1_000),
  ])
    expect(withoutPiles(text)).toBe(text);
});

test("looking for them takes time that grows with the text alone", () => {
  const began = process.cpuUsage();
  withoutPiles(`${"\u0301".repeat(30)}a`.repeat(20_000));
  for (const piece of ["word ", "\u0634", "a\u0634", `${"\u0634".repeat(399)} `, "a"])
    withoutPiles(piece.repeat(Math.ceil(200_000 / piece.length)));
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000);
});
