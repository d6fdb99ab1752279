import { expect, test } from "vitest";
import { ownValue } from "./own-value.ts";

test.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
  "%s is nothing that a record holds",
  (key) => {
    expect(ownValue({}, key)).toBeUndefined();
    expect(ownValue(JSON.parse(`{"${key}":1}`), key)).toBe(1);
  },
);

test("no record holds nothing", () => {
  expect(ownValue(undefined, "key")).toBeUndefined();
});
