import type { ArtifactId, RunId } from "../../../contract/ids.ts";

/** What a run's workspace begins with. */
export interface WorkspaceBeginnings {
  /** The run whose beginning this one shares. */
  forkedFrom(runId: RunId): Promise<RunId | undefined>;
  readAttachment(artifactId: ArtifactId): Promise<Uint8Array>;
}
