import { expect, test } from "vitest";
import { emptyDraft, notInForm, schemaFields, toArguments, toDraft } from "./schema-draft.ts";

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

test("a yes or no that may be left out is left out until somebody chooses", () => {
  const [flag] = schemaFields({
    type: "object",
    properties: { flag: { anyOf: [{ type: "boolean" }, { type: "null" }], default: null } },
  });
  expect(flag).toMatchObject({ kind: "choice", options: [true, false] });
  const shown = flag ? [flag] : [];
  expect(toArguments(shown, emptyDraft(shown)).values).toEqual({});
  expect(toArguments(shown, { flag: "false" }).values).toEqual({ flag: false });
  expect(toArguments(shown, toDraft(shown, { flag: true })).values).toEqual({ flag: true });
});

test.each([
  ["there is no field for it", { path: "a", colour: "red" }, ["colour"]],
  ["it is of another type", { top: "many", rows: 3 }, ["top"]],
  ["it is none of the choices", { mode: "slow" }, ["mode"]],
  ["the field would leave it out", { ratio: null, path: "a" }, ["ratio"]],
  ["nothing is", { path: "a", top: 2, mode: "exact", deep: false, ratio: 1, rows: [1] }, []],
])("what a form cannot show is told: %s", (_why, values, names) => {
  expect(notInForm(fields, values)).toEqual(names);
});

test("arguments come back out of a form as they went in", () => {
  const values = { path: " ", top: 1, mode: "exact", deep: true, ratio: 0.5, rows: [] };
  expect(toArguments(fields, toDraft(fields, values))).toEqual({ values, errors: {} });
});

test("an argument may be called as what every object has", () => {
  const names = ["constructor", "__proto__", "toString"];
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  const odd = schemaFields({ type: "object", required: names, properties });
  expect(Object.keys(toArguments(odd, {}).errors)).toEqual(names);
  const draft = Object.fromEntries(names.map((name) => [name, `my ${name}`]));
  expect(Object.entries(toArguments(odd, draft).values)).toEqual(Object.entries(draft));
});
