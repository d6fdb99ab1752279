import { AppError } from "../../contract/app-error.ts";
import type { SaveSecretInput, SecretSummary, SecretUse } from "../../contract/secrets.ts";
import { type Database, inTransaction, type Queryable } from "../database.ts";
import { type AuditNote, writeAudit } from "../rules/audit-store.ts";
import type { SecretBox } from "../settings/provider-store.ts";

/** Whom a secret is handed to, for the audit. */
export type SecretUseNote = Pick<AuditNote, "runId" | "sessionId" | "agentName" | "chain" | "tool"> & {
  readonly names: readonly string[];
  /** Absent: the agent. */
  readonly actor?: string;
  /** Where it is sent, as far as it can be told. */
  readonly hosts: readonly string[];
};

/** The secrets by name. Values go in; they come out with the rules (`RuleSnapshot`), still encrypted. Every change is in the audit, without the value. */
export interface SecretStore {
  list(): Promise<readonly SecretSummary[]>;
  /** Throws `AppError("invalid")` when there is none of that name and no value is given. */
  save(input: SaveSecretInput, actor: string): Promise<void>;
  /** The same as a part of somebody else's transaction: encrypts now, writes when it is called. */
  prepare(input: SaveSecretInput, actor: string): Promise<(transaction: Queryable) => Promise<void>>;
  /** Throws `AppError("not_found")`. */
  remove(name: string, actor: string): Promise<void>;
  /** Durable before it resolves. */
  noteUse(use: SecretUseNote): Promise<void>;
}

export interface SecretStoreDeps {
  readonly database: Database;
  readonly secrets: SecretBox;
}

const SAVE = `insert into secret (name, description, tools, hosts, value) values ($1, $2, $3, $4, $5)
on conflict (name) do update set description = excluded.description, tools = excluded.tools, hosts = excluded.hosts,
value = excluded.value, updated_at = clock_timestamp() returning (xmax <> 0) as "isReplaced"`;

const CHANGE = `update secret set description = $2, tools = $3, hosts = $4, updated_at = clock_timestamp() where name = $1`;

/** The last uses alone: the audit is long, and what is old tells little. */
const LIST = `select s.name, s.description, s.tools, s.hosts, s.created_at as "createdAt", s.updated_at as "updatedAt",
coalesce((select json_agg(json_build_object('tool', u.tool, 'agentName', u.agent_name, 'count', u.count, 'lastAt', u.last) order by u.last desc)
  from (select l.tool, l.agent_name, count(*)::int as count, max(l.at) as last from
    (select coalesce(tool, '') as tool, coalesce(agent_name, actor) as agent_name, at from audit_entry
      where kind = 'secret' and subject = s.name and decision = 'used' order by id desc limit 500) l
    group by l.tool, l.agent_name order by last desc limit 10) u), '[]') as uses
from secret s order by s.name collate "C"`;

interface SecretRow extends Omit<SecretSummary, "createdAt" | "updatedAt" | "uses"> {
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly uses: readonly SecretUse[];
}

export function createSecretStore({ database, secrets }: SecretStoreDeps): SecretStore {
  const prepare: SecretStore["prepare"] = async ({ value, ...places }, actor) => {
    const sealed = value === undefined ? undefined : await secrets.encrypt(value);
    return (transaction) => write(transaction, { ...places, sealed }, actor);
  };
  return {
    async list() {
      const { rows } = await database.query<SecretRow>({ text: LIST });
      return rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
        uses: row.uses.map((use) => ({ ...use, lastAt: new Date(use.lastAt).toISOString() })),
      }));
    },
    async save(input, actor) {
      await inTransaction(database, await prepare(input, actor));
    },
    prepare,
    async remove(name, actor) {
      await inTransaction(database, async (transaction) => {
        const { rowCount } = await transaction.query({
          text: "delete from secret where name = $1",
          values: [name],
        });
        if (rowCount === 0) throw new AppError("not_found", `There is no secret ${name}.`);
        await writeAudit(transaction, { kind: "secret", actor, subject: name, decision: "removed" });
      });
    },
    async noteUse({ names, hosts, agentName, actor, ...use }) {
      await inTransaction(database, async (transaction) => {
        for (const subject of names)
          await writeAudit(transaction, {
            kind: "secret",
            actor: actor ?? agentName ?? "An agent",
            subject,
            decision: "used",
            ...(agentName === undefined ? {} : { agentName }),
            ...use,
            detail: { hosts },
          });
      });
    },
  };
}

interface SealedInput extends Omit<SaveSecretInput, "value"> {
  readonly sealed: string | undefined;
}

async function write(
  transaction: Queryable,
  { name, description, tools, hosts, sealed }: SealedInput,
  actor: string,
): Promise<void> {
  const places = [name, description, tools, hosts];
  const written = await transaction.query<{ isReplaced: boolean }>(
    sealed === undefined ? { text: CHANGE, values: places } : { text: SAVE, values: [...places, sealed] },
  );
  if (written.rowCount === 0)
    throw new AppError("invalid", `There is no secret ${name} yet: give its value.`);
  const decision = sealed === undefined ? "changed" : written.rows[0]?.isReplaced ? "replaced" : "added";
  await writeAudit(transaction, { kind: "secret", actor, subject: name, decision, detail: { tools, hosts } });
}
