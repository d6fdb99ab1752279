/** Changes of one folder come one after the other: each finds what the one before it left. */
export interface FolderTurns {
  take<Result>(folder: string, work: () => Promise<Result>): Promise<Result>;
}

/** Those of this process. Other programs that write there know nothing of it. */
export function createFolderTurns(): FolderTurns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take(folder, work) {
      const before = last.get(folder);
      const turn = (async () => {
        await before?.catch(() => undefined);
        return work();
      })();
      last.set(folder, turn);
      try {
        return await turn;
      } finally {
        if (last.get(folder) === turn) last.delete(folder);
      }
    },
  };
}
