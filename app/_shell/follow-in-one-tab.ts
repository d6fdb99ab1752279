interface Following<News> {
  /** Names what is followed, the same in every tab. */
  readonly name: string;
  /** Begins to follow; the first news says that from then on nothing goes untold, and so do the first ones after a lost connection. */
  readonly subscribe: (onNews: (news: News) => void) => { unsubscribe(): void };
  /** Called in every tab that follows. */
  readonly onNews: (news: News) => void;
  /** What a tab is told that begins while another one follows for it: anything may have happened since its page was read. */
  readonly onJoin: News;
}

/**
 * Follows what the server tells in one tab for all, since a browser opens six connections to one server: that tab tells the others, and when
 * it goes, the next one takes over. Every tab follows for itself where the browser cannot tell which one does. Returns how to stop.
 */
export function followInOneTab<News>({ name, subscribe, onNews, onJoin }: Following<News>): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<News>) => onNews(data);
  const follow = () =>
    subscribe((news) => {
      onNews(news);
      channel.postMessage(news);
    });
  const stop = holdAlone(name, follow, () => onNews(onJoin));
  return () => {
    stop();
    channel.close();
  };
}

/** Runs `start` as soon as no other tab does so under this name, and `onTaken` where one does now. */
function holdAlone(name: string, start: () => { unsubscribe(): void }, onTaken: () => void): () => void {
  // Only addresses that a browser trusts have locks.
  if (!("locks" in navigator)) {
    const subscription = start();
    return () => subscription.unsubscribe();
  }
  const { locks } = navigator;
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
  const holdOnce = () => (signal.aborted ? undefined : hold());
  const wait = () => locks.request(name, { signal }, holdOnce);
  const begin = async () => {
    const isTaken = await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await holdOnce();
      return lock === null;
    });
    if (!isTaken || signal.aborted) return;
    onTaken();
    await wait();
  };
  begin().catch(() => undefined);
  return () => leaving.abort();
}
