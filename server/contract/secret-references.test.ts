import { expect, test } from "vitest";
import {
  besideReferences,
  fillSecrets,
  hasSecretReference,
  isReferenceOnly,
  secretNamesIn,
} from "./secret-references.ts";

test("names are read once each, over all texts", () => {
  expect(secretNamesIn(["Bearer {{secret:A}}", "{{secret:B}}{{secret:A}}", "plain"])).toEqual(["A", "B"]);
  expect(secretNamesIn(["nothing"])).toEqual([]);
});

test.each([
  "{{secret:}}",
  "{{ secret:A}}",
  "{{secret:9A}}",
  "{{secret:A }}",
  "{{secret:A",
  "{{secret:{{secret:A}}",
])("%s is a reference that cannot be read", (text) => {
  expect(hasSecretReference(text)).toBe(true);
  expect(secretNamesIn(["{{secret:A}}", text])).toBeUndefined();
});

test("what a value says is not filled in again", () => {
  const values = new Map([
    ["A", "{{secret:B}} $& $1"],
    ["B", "b"],
  ]);
  expect(fillSecrets("{{secret:A}}-{{secret:B}}-{{secret:C}}", values)).toBe(
    "{{secret:B}} $& $1-b-{{secret:C}}",
  );
});

test.each([
  ["{{secret:A}}", true],
  ["Bearer {{secret:A}}", true],
  ["hunter2{{secret:A}}", false],
  ["Bearer {{secret:A}} hunter2", false],
  ["plain", false],
])("%s says nothing but where its value comes from: %s", (text, isOnly) => {
  expect(isReferenceOnly(text)).toBe(isOnly);
});

test("what stands beside references is told apart", () => {
  expect(besideReferences("a{{secret:A}}b{{secret:B}}")).toEqual(["a", "b"]);
  expect(besideReferences("{{secret:A}}")).toEqual([]);
  expect(besideReferences("one\ntwo {{secret:A}}")).toEqual(["one\ntwo "]);
});
