import type { ArtifactId, RunId } from "../contract/ids.ts";
import type { ArtifactReference } from "../contract/tool-result.ts";
import type { ToolContext } from "../engine/tool.ts";

export interface NewFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** The files of a run: what was attached and what its calls have made. */
export interface RunFiles {
  /** Attachments first, then artifacts, each in order of creation. */
  list(runId: RunId): Promise<readonly ArtifactReference[]>;
  read(artifactId: ArtifactId): Promise<Uint8Array>;
  /** Durable before it resolves. Emits no event: the caller tells what it made. */
  keep(context: ToolContext, file: NewFile): Promise<ArtifactReference>;
}
