/**
 * What a page remembers by name while it is open, and nowhere else: things that are typed or chosen in a part that comes and goes. No
 * storage of the browser has it.
 */
export interface PageMemory<Value> {
  readonly read: (name: string) => Value | undefined;
  readonly write: (name: string, value: Value) => void;
  readonly forget: (name: string) => void;
  /** For `useSyncExternalStore`. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Remembers `most` things: with one more, what was written longest ago is forgotten. */
export function createPageMemory<Value>(most: number): PageMemory<Value> {
  const values = new Map<string, Value>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    read: (name) => values.get(name),
    write(name, value) {
      values.delete(name);
      values.set(name, value);
      const [oldest] = values.keys();
      if (values.size > most && oldest !== undefined) values.delete(oldest);
      tell();
    },
    forget(name) {
      if (values.delete(name)) tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
