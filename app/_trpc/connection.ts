import { createStore } from "zustand/vanilla";

/** What does not answer: OpenHive itself, or the database behind it. */
export type Missing = "server" | "database";

interface Connection {
  /** When it stopped answering; null while everything does. */
  readonly offlineSince: number | null;
  readonly missing: Missing;
  /** Times the connection came back: pages may refetch when it changes. */
  readonly returns: number;
}

/** Whether the server and its database answer, as seen by every request of the page. */
export const connection = createStore<Connection>(() => ({
  offlineSince: null,
  missing: "server",
  returns: 0,
}));

/** Call when any answer arrived, a refusal included. It says nothing about the database: only its health does. */
export function noteAnswer(): void {
  if (connection.getState().missing === "server") noteReturn();
}

function noteReturn(): void {
  const { offlineSince, returns } = connection.getState();
  if (offlineSince !== null)
    connection.setState({ offlineSince: null, missing: "server", returns: returns + 1 });
}

function noteNoAnswer(missing: Missing): void {
  const { offlineSince, missing: before } = connection.getState();
  if (offlineSince === null || before !== missing)
    connection.setState({ offlineSince: offlineSince ?? Date.now(), missing });
}

/**
 * Asks the server whether it and its database are there; true when they are. Call when a request got no answer:
 * whether that is the server's fault or that one request's, this alone can tell, and a page that took each of them for
 * an outage would come back, fail and come back without a pause.
 */
export async function tryConnection(): Promise<boolean> {
  try {
    const answer = await fetch("/api/health", { cache: "no-store" });
    const missing = answer.ok ? undefined : await readMissing(answer);
    if (missing === undefined) noteReturn();
    else noteNoAnswer(missing);
    return missing === undefined;
  } catch {
    noteNoAnswer("server");
    return false;
  }
}

/** A server that is about to stop still serves; a proxy that answers for one that is gone does not. */
async function readMissing(answer: Response): Promise<Missing | undefined> {
  const body: unknown = await answer.json().catch(() => undefined);
  const missing = typeof body === "object" && body !== null && "missing" in body ? body.missing : "server";
  if (missing === "stop") return undefined;
  return missing === "database" ? "database" : "server";
}
