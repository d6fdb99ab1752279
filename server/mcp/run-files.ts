import type { ArtifactReference } from "../contract/tool-result.ts";
import type { ToolContext } from "../engine/tool.ts";

export interface NewRunFile {
  /** A plain file name, no folders. */
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** Where images, sound and other files that a tool answers with are kept as artifacts of the run. */
export interface RunFiles {
  /**
   * Stores the file and tells of it (`artifact.created`) through `context.emit`; durable before it resolves.
   * Rejects when it cannot be kept.
   */
  keep(context: ToolContext, file: NewRunFile): Promise<ArtifactReference>;
}
