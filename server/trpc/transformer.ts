import superjson from "superjson";

/** Values of which it is known that they are JSON. */
const plain = new WeakSet<object>();

/** Says of a value that it is JSON as it is, all through: it is sent without being looked through for dates, sets and the like. */
export function asPlainJson<Value extends object>(value: Value): Value {
  plain.add(value);
  return value;
}

/** How values travel between server and pages. */
export const transformer: Pick<typeof superjson, "serialize" | "deserialize"> = {
  // What superjson says of a value that is JSON; undefined is none, and nothing is left out of an object for it.
  serialize: (value) =>
    typeof value === "object" && value !== null && plain.has(value)
      ? { json: value as ReturnType<typeof superjson.serialize>["json"] }
      : superjson.serialize(value),
  deserialize: superjson.deserialize,
};
