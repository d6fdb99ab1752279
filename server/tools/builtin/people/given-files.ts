import type { RunId } from "../../../contract/ids.ts";
import type { ArtifactReference } from "../../../contract/tool-result.ts";
import type { ToolContext } from "../../../engine/tool.ts";

/** The files of a run, as far as they are handed to people. */
export interface GivenFiles {
  /** All of them, attachments first, then in order of creation. */
  list(runId: RunId): Promise<readonly ArtifactReference[]>;
  /** The file that this call wrote before, if it did. */
  ofCall(context: ToolContext): Promise<ArtifactReference | undefined>;
  /** Keeps a text as a file of the run and says so in its events. */
  keep(
    context: ToolContext,
    file: { readonly name: string; readonly text: string },
  ): Promise<ArtifactReference>;
}
