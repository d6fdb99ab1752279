import mime from "mime";
import type { ArtifactReference } from "../../contract/tool-result.ts";
import type { ToolContext } from "../../engine/tool.ts";
import type { Database } from "../database.ts";
import type { ArtifactStore } from "./artifact-store.ts";

/** The files of a run, for handing them to people; fits the port of `attach_file`. */
export function createGivenFiles(database: Database, artifacts: Pick<ArtifactStore, "list" | "keep">) {
  return {
    list: artifacts.list,
    async ofCall({ sessionId, callId }: ToolContext): Promise<ArtifactReference | undefined> {
      const { rows } = await database.query<ArtifactReference>({
        text: `select id as "artifactId", name, media_type as "mediaType", size from artifact where session_id = $1 and call_id = $2 limit 1`,
        values: [sessionId, callId],
      });
      return rows[0];
    },
    async keep(
      context: ToolContext,
      { name, content }: { readonly name: string; readonly content: Uint8Array },
    ) {
      const mediaType = mime.getType(name) ?? "application/octet-stream";
      const kept = await artifacts.keep(context, { name, mediaType, content });
      context.emit({ type: "artifact.created", callId: context.callId, ...kept });
      return kept;
    },
  };
}
