/** Levels of what a server sends that are kept. */
const DEEPEST = 200;
/** Stands for what lay deeper. */
const TOO_DEEP = "(nested too deep)";

/**
 * Cuts a value of JSON off where it is nested deeper than anybody means it, in place: whatever reads it later, checks it or writes it
 * as text goes down level by level and would come to an end of the stack. Takes time in line with the value's size.
 */
export function limitDepth<Value extends object>(value: Value, deepest = DEEPEST): Value {
  let level: readonly object[] = [value];
  for (let depth = 1; depth < deepest && level.length > 0; depth += 1)
    level = level.flatMap((holder) => Object.values(holder).filter(isHolder));
  for (const holder of level) cut(holder);
  return value;
}

function cut(holder: object): void {
  for (const [key, child] of Object.entries(holder))
    if (isHolder(child)) Object.defineProperty(holder, key, { ...PLAIN, value: TOO_DEEP });
}

function isHolder(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

const PLAIN = { writable: true, enumerable: true, configurable: true };
