import type { RunDraft } from "./draft.ts";
import type { RunView, SessionView } from "./run-view.ts";

interface Progress {
  readonly draft: RunDraft;
  readonly at: number;
}

/** A run waits when all that is still open waits for a person, directly or through its children. */
export function updateRunStatus({ draft, at }: Progress): void {
  const { view } = draft;
  if (view.finishedAt !== null) return;
  view.status = view.isPaused ? "paused" : isWaitingForPerson(view) ? "waiting" : "running";
  setClock(draft, at);
}

function isWaitingForPerson(view: RunView): boolean {
  const open = view.order.map((id) => view.sessions[id]).filter((session) => session?.finishedAt === null);
  return open.some((session) => session?.state === "waiting-person") && open.every(isParked);
}

function isParked(session: SessionView | undefined): boolean {
  return session?.state === "waiting-person" || session?.state === "waiting-children";
}

/** The time that counts towards a budget: while the run neither is paused nor waits for a person. */
export function setClock({ view }: RunDraft, at: number): void {
  const goes = view.status === "running" && view.finishedAt === null;
  const { ms, since } = view.clock;
  if (goes === (since !== null)) return;
  view.clock = goes ? { ms, since: at } : { ms: ms + at - (since ?? at), since: null };
}
