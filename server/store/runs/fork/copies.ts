import type { RunId } from "../../../contract/ids.ts";
import type { SharedPast } from "./shared-past.ts";

/** What the rows of a fork are made of. */
export interface Copies {
  readonly past: SharedPast;
  readonly ids: ReadonlyMap<string, string>;
  /** Milliseconds by which times are moved, so that the fork goes on without a gap. */
  readonly shift: number;
  readonly runId: RunId;
}
