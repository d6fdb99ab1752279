/**
 * What a record holds under a key that somebody outside chose: a model, a server, a file. Every object has a `constructor` and a
 * `toString` as well, which no record of ours means.
 */
export function ownValue<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  key: string,
): Value | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}
