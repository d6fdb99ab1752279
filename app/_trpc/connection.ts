import { createStore } from "zustand/vanilla";

interface Connection {
  /** When the server stopped answering; null while it answers. */
  readonly offlineSince: number | null;
  /** Times the connection came back: pages may refetch when it changes. */
  readonly returns: number;
}

/** Whether the server answers, as seen by every request of the page. */
export const connection = createStore<Connection>(() => ({ offlineSince: null, returns: 0 }));

/** Call when a request got no answer. */
export function noteNoAnswer(): void {
  if (connection.getState().offlineSince === null) connection.setState({ offlineSince: Date.now() });
}

/** Call when any answer arrived, a refusal included. */
export function noteAnswer(): void {
  const { offlineSince, returns } = connection.getState();
  if (offlineSince !== null) connection.setState({ offlineSince: null, returns: returns + 1 });
}

/** Asks the server whether it is there; true when it answers. */
export async function tryConnection(signal?: AbortSignal): Promise<boolean> {
  try {
    await fetch("/api/health", { cache: "no-store", ...(signal ? { signal } : {}) });
    noteAnswer();
    return true;
  } catch {
    if (!signal?.aborted) noteNoAnswer();
    return false;
  }
}
