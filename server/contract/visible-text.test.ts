import { describe, expect, test } from "vitest";
import { hasUnseen, toPlainJson, toVisible, toVisibleName, withoutUnseen } from "./visible-text.ts";

/** Every character that a Unicode property says is not seen, turns text around or commands a terminal. */
const everyUnseen = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /\p{Cc}|\p{Bidi_C}|\p{DI}|\p{Zl}|\p{Zp}/u.test(character));
const NEEDED = ["\t", "\n", "\u200c", "\u200d", "\ufe0e", "\ufe0f"];

describe("what nobody sees", () => {
  test("is written out for people, every one of it", () => {
    expect(everyUnseen.length).toBeGreaterThan(4_000);
    for (const character of everyUnseen.filter((one) => !NEEDED.includes(one))) {
      const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
      expect(toVisible(`a${character}b`)).toBe(`a‹U+${code}›b`);
      expect(hasUnseen(character)).toBe(true);
    }
  });

  test("is escaped in JSON, which means the same", () => {
    for (const character of everyUnseen) {
      const json = toPlainJson(JSON.stringify({ [character]: character }));
      if (!NEEDED.includes(character)) expect(json).toMatch(/^[\x20-\x7e]+$/);
      expect(JSON.parse(json)).toEqual({ [character]: character });
    }
  });

  test("is taken out of what is compared, but for blanks", () => {
    for (const character of everyUnseen.filter((one) => !/(?!\ufeff)\s/.test(one)))
      expect(withoutUnseen(`a${character}b`), character.codePointAt(0)?.toString(16)).toBe("ab");
  });
});

test("what writing needs stays: lines of every system, tabs, joiners, emoji", () => {
  const text = "one\ttwo\r\nthree\nمی\u200cخواهم 👩\u200d💻 ❤\ufe0f שלום ไทย";
  expect(toVisible(text)).toBe(text);
  expect(toVisible("over\rwritten")).toBe("over‹U+000D›written");
});

test("a name is one line", () => {
  expect(toVisibleName("a\nb\tc\r\nd")).toBe("a‹U+000A›b‹U+0009›c‹U+000D›‹U+000A›d");
});
