import { expect, test } from "vitest";
import { emptyDraft, schemaFields, toArguments, toDraft } from "./schema-draft.ts";

const fields = schemaFields({
  type: "object",
  required: ["path", "top", "rows"],
  properties: {
    path: { type: "string", description: "Name of the file" },
    top: { type: "integer", minimum: 1 },
    mode: { enum: ["fast", "exact"], default: "fast" },
    deep: { type: "boolean", default: true },
    ratio: { anyOf: [{ type: "number" }, { type: "null" }], default: null },
    rows: { type: "array", items: { type: "integer" } },
  },
});

test("each parameter is asked for by the field that suits its type", () => {
  expect(fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    "path text",
    "top number",
    "mode choice",
    "deep switch",
    "ratio number",
    "rows json",
  ]);
  expect(emptyDraft(fields)).toEqual({ path: "", top: "", mode: "fast", deep: "true", ratio: "", rows: "" });
});

test("what is typed becomes arguments of the right types, and what is left empty is not sent", () => {
  const draft = {
    ...emptyDraft(fields),
    path: "a.csv",
    top: "3",
    mode: "exact",
    deep: "false",
    rows: "[1, 2]",
  };
  expect(toArguments(fields, draft)).toEqual({
    values: { path: "a.csv", top: 3, mode: "exact", deep: false, rows: [1, 2] },
    errors: {},
  });
});

test("what cannot be an argument is said at its field", () => {
  const { errors } = toArguments(fields, { ...emptyDraft(fields), top: "three", rows: "[1," });
  expect(errors).toEqual({
    path: "This argument is needed",
    top: "Type a number",
    rows: "This is no JSON",
  });
});

test("arguments come back out of a form as they went in", () => {
  const values = { path: " ", top: 1, mode: "exact", deep: true, ratio: 0.5, rows: [] };
  expect(toArguments(fields, toDraft(fields, values))).toEqual({ values, errors: {} });
});
