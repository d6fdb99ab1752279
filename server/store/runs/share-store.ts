import type { RunId } from "../../contract/ids.ts";
import type { Database } from "../database.ts";
import { isId } from "../is-id.ts";

export interface StoredShare {
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const COLUMNS = `id, created_at as "createdAt", expires_at as "expiresAt"`;
const MOST = 20;

/** Links to single runs, by the hash of the token in them. */
export interface ShareStore {
  /** "full": as many as there may be lead to the run already. */
  add(share: {
    readonly id: string;
    readonly runId: string;
    readonly tokenHash: Uint8Array;
    readonly days: number;
  }): Promise<StoredShare | "full">;
  /** Those that have not expired, newest first. */
  list(runId: string): Promise<readonly StoredShare[]>;
  remove(runId: string, shareId: string): Promise<void>;
  /** The run that a token leads to now. */
  find(tokenHash: Uint8Array): Promise<{ readonly runId: RunId; readonly expiresAt: Date } | undefined>;
}

export function createShareStore(database: Database): ShareStore {
  return {
    async add({ id, runId, tokenHash, days }) {
      await database.query({ text: "delete from run_share where expires_at <= clock_timestamp()" });
      const { rows } = await database.query<StoredShare>({
        text: `insert into run_share (id, run_id, token_hash, expires_at)
select $1, $2, $3, clock_timestamp() + make_interval(days => $4) where (select count(*) from run_share where run_id = $2) < ${MOST}
returning ${COLUMNS}`,
        values: [id, runId, tokenHash, days],
      });
      return rows[0] ?? "full";
    },
    async list(runId) {
      if (!isId(runId)) return [];
      const { rows } = await database.query<StoredShare>({
        text: `select ${COLUMNS} from run_share where run_id = $1 and expires_at > clock_timestamp() order by created_at desc, id`,
        values: [runId],
      });
      return rows;
    },
    async remove(runId, shareId) {
      if (!isId(runId) || !isId(shareId)) return;
      await database.query({
        text: "delete from run_share where id = $1 and run_id = $2",
        values: [shareId, runId],
      });
    },
    async find(tokenHash) {
      const { rows } = await database.query<{ runId: RunId; expiresAt: Date }>({
        name: "find-share",
        text: `select run_id as "runId", expires_at as "expiresAt" from run_share where token_hash = $1 and expires_at > clock_timestamp()`,
        values: [tokenHash],
      });
      return rows[0];
    },
  };
}
