import { expect, test } from "vitest";
import { modelOf } from "./agent-model.ts";

const large = { provider: "vendor", model: "large" };
const small = { provider: "vendor", model: "small" };
const person = { provider: "person", model: "person" };

test("a model for the whole run speaks for every agent, and takes nobody's seat", () => {
  expect(modelOf({ model: small }, large)).toEqual(large);
  expect(modelOf({ model: small }, null)).toEqual(small);
  expect(modelOf({ model: person }, large)).toEqual(person);
});
