import { DEFAULT_POLICY, type GlobalPolicy, globalPolicySchema } from "../../contract/tool-policy.ts";
import type { Toolbox } from "../../contract/toolbox.ts";
import type { Database, Queryable } from "../database.ts";
import { toJsonText } from "../to-json-text.ts";

/** What was allowed for good. */
export interface RememberedGrant {
  readonly orgId: string;
  /** Null: every agent of the org. */
  readonly agentId: string | null;
  /** Null: every run. */
  readonly runId: string | null;
  readonly executable: string;
  readonly shape: string;
}

/** A secret as it lies in the database: `value` is encrypted. */
export interface SealedSecret {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly string[];
  readonly hosts: readonly string[];
  readonly value: string;
}

/** Everything rules are made of, as it stood at one moment. The same object while nothing changed. */
export interface RuleSnapshot {
  readonly toolboxes: readonly Toolbox[];
  readonly policy: GlobalPolicy;
  readonly grants: readonly RememberedGrant[];
  readonly secrets: readonly SealedSecret[];
}

/** Of a row `g`: one for a run ends with it. */
export const GRANT_HOLDS =
  "(g.run_id is null or exists (select 1 from run where run.id = g.run_id and run.finished_at is null))";

const POLICY_KEY = "tool-policy";
/** Under which the policy changes, one change at a time: before the first one there is no row to lock. */
const LOCK = "select pg_advisory_xact_lock(20319, 2)";
/** Milliseconds after which a process looks for itself, should the doorbell have failed. */
const LOOK = 5_000;

/** One statement for everything: toolboxes, policy, grants and secrets change rarely and are small. */
const READ = {
  name: "read-rules",
  text: `select json_build_object(
  'toolboxes', (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'description', t.description, 'tools', t.tools,
    'isBuiltin', t.is_builtin, 'createdAt', t.created_at, 'updatedAt', t.updated_at) order by not t.is_builtin, t.created_at, t.id), '[]')
    from toolbox t where t.removed_at is null),
  'policy', (select value from setting where key = '${POLICY_KEY}'),
  'grants', (select coalesce(json_agg(json_build_object('orgId', g.org_id, 'agentId', g.agent_id, 'runId', g.run_id,
    'executable', g.executable, 'shape', g.shape) order by g.id), '[]') from approval_grant g where ${GRANT_HOLDS}),
  'secrets', (select coalesce(json_agg(json_build_object('name', s.name, 'description', s.description, 'tools', s.tools,
    'hosts', s.hosts, 'value', s.value) order by s.name collate "C"), '[]') from secret s)
)::text as rules`,
};

/** The rules as they are stored, kept in memory by their content. */
export interface RuleStore {
  /** Reads nothing while what it has is a few seconds old and nobody said that it changed. */
  current(): Promise<RuleSnapshot>;
  /** Something changed, here or elsewhere: the next look reads anew. */
  changed(): void;
  /** The policy as it is stored. Nobody else gets it this way until the transaction is over. */
  lockPolicy(transaction: Queryable): Promise<GlobalPolicy>;
  savePolicy(policy: GlobalPolicy, transaction: Queryable): Promise<void>;
}

export function createRuleStore(database: Database): RuleStore {
  let kept: { readonly text: string; readonly snapshot: RuleSnapshot } | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<RuleSnapshot> | undefined;
  let changes = 0;

  async function read(): Promise<RuleSnapshot> {
    const before = changes;
    const { rows } = await database.query<{ rules: string }>(READ);
    // Something changed while it was read.
    if (changes !== before) return read();
    const text = rows[0]?.rules ?? "{}";
    readAt = performance.now();
    if (kept?.text !== text) kept = { text, snapshot: toSnapshot(text) };
    return kept.snapshot;
  }

  return {
    current() {
      if (kept && performance.now() - readAt < LOOK) return Promise.resolve(kept.snapshot);
      if (reading) return reading;
      const now = read().finally(() => {
        if (reading === now) reading = undefined;
      });
      reading = now;
      return now;
    },
    changed() {
      changes += 1;
      readAt = Number.NEGATIVE_INFINITY;
      reading = undefined;
    },
    async lockPolicy(transaction) {
      await transaction.query(LOCK);
      // A statement of its own, so that it sees what whoever had the lock before has saved.
      const { rows } = await transaction.query<{ value: unknown }>({
        text: "select value from setting where key = $1",
        values: [POLICY_KEY],
      });
      return toPolicy(rows[0]?.value);
    },
    async savePolicy(policy, transaction) {
      await transaction.query({
        text: "insert into setting (key, value) values ($1, $2::text::json) on conflict (key) do update set value = excluded.value",
        values: [POLICY_KEY, toJsonText(policy)],
      });
    },
  };
}

function toSnapshot(text: string): RuleSnapshot {
  const { toolboxes, policy, grants, secrets } = JSON.parse(text) as RuleSnapshot & {
    readonly policy: unknown;
  };
  return { toolboxes, grants, secrets, policy: toPolicy(policy) };
}

/** A stored policy that cannot be read is a mistake of whoever wrote it: nothing is allowed until it is mended. */
function toPolicy(stored: unknown): GlobalPolicy {
  const parsed = globalPolicySchema.safeParse(stored ?? {});
  return parsed.success ? parsed.data : { ...DEFAULT_POLICY, deny: ["*"] };
}
