/**
 * Runs `start` in one tab at a time of all that ask under a name; in every tab where the browser cannot tell. Returns how to
 * stop. For what is heard once and told to the other tabs: a browser opens six connections to one server.
 */
export function asTheOnlyTab(name: string, start: () => { unsubscribe(): void }): () => void {
  // Only addresses that a browser trusts have locks.
  if (!("locks" in navigator)) {
    const subscription = start();
    return () => subscription.unsubscribe();
  }
  const leaving = new AbortController();
  const { signal } = leaving;
  const hold = () =>
    new Promise<void>((resolve) => {
      const subscription = start();
      signal.addEventListener("abort", () => {
        subscription.unsubscribe();
        resolve();
      });
    });
  navigator.locks
    .request(name, { signal }, () => (signal.aborted ? undefined : hold()))
    .catch(() => undefined);
  return () => leaving.abort();
}
