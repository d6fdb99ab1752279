import type { ChildrenOfCall } from "./open-children.ts";

/** Opens children of calls of one session in one commit and starts them, or rejects and opens none. */
export type OpenChildren = (calls: readonly ChildrenOfCall[]) => Promise<void>;

interface Asked extends PromiseWithResolvers<void> {
  readonly call: ChildrenOfCall;
}

/**
 * Calls of one turn that delegate at the same moment open their children in one commit. Should that
 * fail as a whole, each call is tried alone, so that one that opened its children already hurts no other.
 */
export function createChildOpener(open: OpenChildren): (call: ChildrenOfCall) => Promise<void> {
  const gathering = new Map<string, Asked[]>();

  const openAlone = async ({ call, resolve, reject }: Asked): Promise<void> => {
    await open([call]).then(resolve, reject);
  };
  const openAll = async (asked: readonly Asked[]): Promise<void> => {
    const [only] = asked;
    if (asked.length === 1 && only) return openAlone(only);
    try {
      await open(asked.map(({ call }) => call));
      for (const { resolve } of asked) resolve();
    } catch {
      for (const one of asked) await openAlone(one);
    }
  };

  return (call) => {
    const key = `${call.context.sessionId} ${call.context.fence}`;
    const asked = gathering.get(key) ?? [];
    if (asked.length === 0) {
      gathering.set(key, asked);
      setImmediate(() => {
        gathering.delete(key);
        void openAll(asked);
      });
    }
    const entry = { call, ...Promise.withResolvers<void>() };
    asked.push(entry);
    return entry.promise;
  };
}
