import { expect, test } from "vitest";
import { isStorableJson, storable, storableJson } from "./storable.ts";

test("what no database holds becomes the sign for what could not be read", () => {
  expect(storable("a\0b\ud800c\udc00d")).toBe("a\ufffdb\ufffdc\ufffdd");
  expect(storable("whole: 😀")).toBe("whole: 😀");
});

test("also in keys, in lists and far down", () => {
  expect(storableJson({ "k\0": [{ "\ud83d": "v\udc00" }, 1, null] })).toEqual({
    "k\ufffd": [{ "\ufffd": "v\ufffd" }, 1, null],
  });
});

test("a value in which all is well is given back as it is, whatever it speaks of", () => {
  const value = JSON.parse('{"__proto__":{"say":"\\\\u0000 and \\\\ud800, 😀"}}');
  expect(storableJson(value)).toEqual(value);
  const plain = { text: "😀" };
  expect(storableJson(plain)).toBe(plain);
  expect(storableJson(undefined)).toBeUndefined();
});

test("the text of JSON is looked at, not read", () => {
  expect(isStorableJson(JSON.stringify({ a: "😀 \n" }))).toBe(true);
  expect(isStorableJson(JSON.stringify({ a: "\0" }))).toBe(false);
  expect(isStorableJson(JSON.stringify({ "\udfff": 1 }))).toBe(false);
});
