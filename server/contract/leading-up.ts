import type { RunEvent } from "./run-event.ts";

/** What led an agent to where it stands: the beginning of its session, and what it was told, said and did of late. */
export interface LeadingUp {
  /** In the order of the run, with gaps between. Enough of the sessions it opened to say how they stand. */
  readonly events: readonly RunEvent[];
  /** Whether something in between was left out. */
  readonly isCut: boolean;
}
