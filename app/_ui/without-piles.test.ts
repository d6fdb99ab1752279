import { expect, test } from "vitest";
import { withoutPiles } from "./without-piles.ts";

test("marks that pile up on one letter end in a sign; what people write stays as it is", () => {
  const written = "Å é क्षि שָׁלוֹם 👩🏽‍🚀 à̖̗̘";
  expect(withoutPiles(written)).toBe(written);
  expect(withoutPiles(`a${"\u0301".repeat(200_000)}b`)).toBe(`a${"\u0301".repeat(30)}…b`);
  expect(withoutPiles(`a${"\u0301".repeat(30)}b`)).toBe(`a${"\u0301".repeat(30)}b`);
});

test("looking for them takes time that grows with the text alone", () => {
  const began = process.cpuUsage();
  withoutPiles(`${"\u0301".repeat(30)}a`.repeat(20_000));
  withoutPiles("word ".repeat(100_000));
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000);
});
