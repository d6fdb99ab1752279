import type { ArtifactSummary } from "../../contract/api.ts";
import type { ArtifactId, RunId } from "../../contract/ids.ts";
import type { ArtifactReference } from "../../contract/tool-result.ts";
import { toVisibleName } from "../../contract/visible-text.ts";
import type { ToolContext } from "../../engine/tool.ts";
import type { Database } from "../database.ts";
import { isId } from "../is-id.ts";
import { newId } from "../new-id.ts";

export interface NewArtifact {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** The files of runs, whole, in the database: every worker and every web process sees the same ones. */
export interface ArtifactStore {
  /** Attachments first, then what calls made, each in order of creation. */
  list(runId: RunId): Promise<readonly ArtifactReference[]>;
  /** Rejects when there is none. */
  read(artifactId: ArtifactId): Promise<Uint8Array>;
  /**
   * Keeps a file that a call made. Two may have the same name; what nobody sees of it is written out, so that it looks like no other
   * kind of file.
   */
  keep(
    context: Pick<ToolContext, "runId" | "sessionId" | "callId">,
    file: NewArtifact,
  ): Promise<ArtifactReference>;
  summaries(runId: RunId): Promise<readonly ArtifactSummary[]>;
  find(artifactId: ArtifactId): Promise<NewArtifact | undefined>;
}

export function createArtifactStore(database: Database): ArtifactStore {
  return {
    async list(runId) {
      const { rows } = await database.query<ArtifactReference>({
        text: `select id as "artifactId", name, media_type as "mediaType", size from artifact where run_id = $1 order by is_attachment desc, created_at, id`,
        values: [runId],
      });
      return rows;
    },
    async read(artifactId) {
      const { rows } = await database.query<{ content: Buffer }>({
        text: "select content from artifact_content where artifact_id = $1",
        values: [artifactId],
      });
      if (!rows[0]) throw new Error("The file is not there any more.");
      return rows[0].content;
    },
    async keep(context, file) {
      const artifactId = newId() as ArtifactId;
      const name = toVisibleName(file.name);
      const size = file.content.byteLength;
      await database.query({
        text: `with a as (insert into artifact (id, run_id, session_id, call_id, name, media_type, size, is_attachment) values ($1, $2, $3, $4, $5, $6, $7, false))
insert into artifact_content (artifact_id, content) values ($1, $8)`,
        values: [
          artifactId,
          context.runId,
          context.sessionId,
          context.callId,
          name,
          file.mediaType,
          size,
          file.content,
        ],
      });
      return { artifactId, name, mediaType: file.mediaType, size };
    },
    async summaries(runId) {
      if (!isId(runId)) return [];
      const { rows } = await database.query<Omit<ArtifactSummary, "createdAt"> & { createdAt: Date }>({
        text: `select id, name, media_type as "mediaType", size, is_attachment as "isAttachment", created_at as "createdAt" from artifact where run_id = $1 order by created_at, id`,
        values: [runId],
      });
      return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
    },
    async find(artifactId) {
      if (!isId(artifactId)) return undefined;
      const { rows } = await database.query<{ name: string; mediaType: string; content: Buffer }>({
        text: `select a.name, a.media_type as "mediaType", c.content from artifact a join artifact_content c on c.artifact_id = a.id where a.id = $1`,
        values: [artifactId],
      });
      return rows[0];
    },
  };
}
