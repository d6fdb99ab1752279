const running = new Set<Promise<void>>();

/** Remembers a save that goes on after its editor was left. */
export function trackSave(save: Promise<void>): void {
  const tracked = save.finally(() => running.delete(tracked));
  running.add(tracked);
}

/** Resolves when no save of an editor that was left is under way: what is loaded then is not behind it. */
export async function waitForSaves(): Promise<void> {
  await Promise.allSettled(running);
}
