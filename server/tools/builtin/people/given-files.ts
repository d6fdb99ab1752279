import type { RunId } from "../../../contract/ids.ts";
import type { ArtifactReference } from "../../../contract/tool-result.ts";
import type { ToolContext } from "../../../engine/tool.ts";

/** The files of a run, as far as they are handed to people. */
export interface GivenFiles {
  /** All of them, attachments first, then in order of creation. */
  list(runId: RunId): Promise<readonly ArtifactReference[]>;
  /**
   * A file of the workspace that the run's agents share; undefined when there is none. Throws `FileProblem` for a path that is not
   * for tools.
   */
  readWorkspace(context: ToolContext, path: string): Promise<Uint8Array | undefined>;
  /** The file that this call kept before, if it did. The run tells of it then, also where its worker could not any more. */
  ofCall(context: ToolContext): Promise<ArtifactReference | undefined>;
  /** Keeps a file of the run and says so in its events. */
  keep(
    context: ToolContext,
    file: { readonly name: string; readonly content: Uint8Array },
  ): Promise<ArtifactReference>;
}
