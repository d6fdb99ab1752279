import type { RunFeed } from "../../(workspace)/runs/[runId]/_run/store/follow-run.ts";

/** Follows a run through its link. */
export function createSharedFeed(token: string): RunFeed {
  return (afterSeq, handlers) => {
    const source = new EventSource(`/api/share/${token}/events?after=${afterSeq}`);
    source.onopen = () => handlers.onOpen();
    source.onmessage = (message: MessageEvent<string>) => handlers.onSignals(JSON.parse(message.data));
    source.addEventListener("end", () => {
      source.close();
      handlers.onComplete();
    });
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) handlers.onBroken("The link does not answer.");
      else handlers.onInterrupted();
    };
    return () => source.close();
  };
}
