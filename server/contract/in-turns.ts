/** Does what is given under one key one after the other, also behind what failed; what stands under other keys does not wait. */
export type InTurns = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Turns within this process: other processes know nothing of them. */
export function createInTurns(): InTurns {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
