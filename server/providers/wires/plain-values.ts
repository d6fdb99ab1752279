/** An object of JSON. */
export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isTextOrNone(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === "string";
}

export function isCountOrNone(value: unknown): value is number | null | undefined {
  return value === undefined || value === null || typeof value === "number";
}

export function areCounts(value: unknown): value is Readonly<Record<string, number | null | undefined>> {
  return isMembers(value) && Object.values(value).every(isCountOrNone);
}

/** All of them, or undefined where one is not there. */
export function all<Value>(values: readonly (Value | undefined)[]): Value[] | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? known : undefined;
}
