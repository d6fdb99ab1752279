import mime from "mime";
import type { ArtifactReference } from "../../contract/tool-result.ts";
import type { ToolContext } from "../../engine/tool.ts";
import type { Database } from "../database.ts";
import type { ArtifactStore } from "./artifact-store.ts";

const OF_CALL = `select id as "artifactId", name, media_type as "mediaType", size,
  exists (select from event where event.session_id = $1 and type = 'artifact.created' and payload->>'artifactId' = artifact.id::text) as "isTold"
from artifact where session_id = $1 and call_id = $2 limit 1`;

/** The files of a run, for handing them to people; fits the port of `attach_file`. */
export function createGivenFiles(database: Database, artifacts: Pick<ArtifactStore, "list" | "keep">) {
  return {
    list: artifacts.list,
    async ofCall(context: ToolContext): Promise<ArtifactReference | undefined> {
      const { rows } = await database.query<ArtifactReference & { readonly isTold: boolean }>({
        text: OF_CALL,
        values: [context.sessionId, context.callId],
      });
      if (!rows[0]) return undefined;
      const { isTold, ...kept } = rows[0];
      // A file is durable before the event that tells of it: a worker may have died between the two.
      if (!isTold) context.emit({ type: "artifact.created", callId: context.callId, ...kept });
      return kept;
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
