import { expect, test } from "vitest";
import { z } from "zod";
import { fieldErrors } from "./field-errors.ts";

const schema = z.object({
  name: z.string().min(3, "Three letters"),
  tags: z.array(z.string().min(1, "Empty")),
});

test("each field says the first thing that is wrong with it, parts of it too", () => {
  const { error } = schema.safeParse({ name: "a", tags: ["x", "", ""] });
  expect(fieldErrors(error?.issues)).toEqual({ name: "Three letters", tags: "Empty" });
});

test("what is right has no errors", () => {
  expect(fieldErrors(schema.safeParse({ name: "abc", tags: [] }).error?.issues)).toEqual({});
});
