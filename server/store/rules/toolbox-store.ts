import { isDeepStrictEqual } from "node:util";
import { AppError } from "../../contract/app-error.ts";
import type { CreateToolboxInput, ToolboxRefusal, UpdateToolboxInput } from "../../contract/toolbox.ts";
import { type Database, inTransaction, type Queryable, type Transaction } from "../database.ts";
import { type AuditNote, writeAudit } from "./audit-store.ts";

/** First half of the advisory lock under which toolboxes change, one change at a time. */
const LOCK = "select pg_advisory_xact_lock(20319, 1)";
const GONE = new AppError("not_found", "There is no such toolbox. List them to see which there are.", {
  data: { reason: "TOOLBOX_NOT_FOUND" satisfies ToolboxRefusal },
});

/** A set of tools that comes with OpenHive. */
export interface SeededToolbox {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly string[];
}

/** Toolboxes as rows. Each change is one transaction with its entry in the audit. */
export interface ToolboxStore {
  /** Writes what differs from its definition and nothing else; a toolbox of that name becomes the built-in one. */
  seed(toolboxes: readonly SeededToolbox[]): Promise<number>;
  /** Throws `conflict` where the name is taken. */
  create(input: CreateToolboxInput, actor: string): Promise<string>;
  /** Throws `not_found`, `forbidden` for a built-in one, `conflict` where the name is taken or `base` is not what it lists. */
  update(input: UpdateToolboxInput, actor: string): Promise<void>;
  /** Throws `not_found` or `forbidden`. Agents that have it keep what else they have. */
  remove(id: string, actor: string): Promise<void>;
}

export function createToolboxStore(database: Database): ToolboxStore {
  const change = <Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value> =>
    inTransaction(database, async (transaction) => {
      await transaction.query(LOCK);
      return work(transaction);
    });
  return {
    seed: (toolboxes) =>
      change(async (transaction) => {
        let written = 0;
        for (const toolbox of toolboxes) written += await seedOne(transaction, toolbox);
        return written;
      }),
    create: (input, actor) =>
      change(async (transaction) => {
        await requireFreeName(transaction, input.name, "");
        const id = await freeId(transaction, input.name);
        await transaction.query({
          text: "insert into toolbox (id, name, description, tools) values ($1, $2, $3, $4)",
          values: [id, input.name, input.description, input.tools],
        });
        await writeAudit(
          transaction,
          note(actor, `Toolbox ${input.name} created`, { id, tools: input.tools }),
        );
        return id;
      }),
    update: (input, actor) =>
      change(async (transaction) => {
        const before = await requireCustom(transaction, input.id);
        if (input.base && !isDeepStrictEqual(input.base, before.tools)) throw changedElsewhere(before.name);
        const next = {
          name: input.name ?? before.name,
          description: input.description ?? before.description,
          tools: input.tools ?? before.tools,
        };
        await requireFreeName(transaction, next.name, input.id);
        await transaction.query({
          text: "update toolbox set name = $2, description = $3, tools = $4, updated_at = clock_timestamp() where id = $1",
          values: [input.id, next.name, next.description, next.tools],
        });
        const detail = { id: input.id, before, after: next };
        await writeAudit(transaction, note(actor, `Toolbox ${next.name} changed`, detail));
      }),
    remove: (id, actor) =>
      change(async (transaction) => {
        const before = await requireCustom(transaction, id);
        await transaction.query({
          text: "update toolbox set removed_at = clock_timestamp() where id = $1",
          values: [id],
        });
        await writeAudit(transaction, note(actor, `Toolbox ${before.name} deleted`, { id, before }));
      }),
  };
}

function changedElsewhere(name: string): AppError {
  return new AppError(
    "conflict",
    `The tools of ${name} were changed elsewhere meanwhile, so nothing was saved. Open it anew and make your change there.`,
    { data: { reason: "TOOLBOX_CHANGED_ELSEWHERE" satisfies ToolboxRefusal } },
  );
}

function note(actor: string, subject: string, detail: object): AuditNote {
  return { kind: "toolbox", actor, subject, detail };
}

async function seedOne(transaction: Queryable, { name, description, tools }: SeededToolbox): Promise<number> {
  // One of the same name that was made by people keeps what it grants, under a name that tells it apart.
  await transaction.query({
    text: "update toolbox set name = left(name, 50) || ' (own)' where lower(name) = $1 and id <> $1 and removed_at is null",
    values: [name],
  });
  const { rowCount } = await transaction.query({
    text: `insert into toolbox (id, name, description, tools, is_builtin) values ($1, $1, $2, $3, true)
on conflict (id) do update set name = excluded.name, description = excluded.description, tools = excluded.tools, is_builtin = true,
  removed_at = null, updated_at = clock_timestamp()
where (toolbox.name, toolbox.description, toolbox.tools, toolbox.is_builtin, toolbox.removed_at is null)
  is distinct from (excluded.name, excluded.description, excluded.tools, true, true)`,
    values: [name, description, tools],
  });
  return rowCount ?? 0;
}

async function requireFreeName(transaction: Queryable, name: string, id: string): Promise<void> {
  const { rowCount } = await transaction.query({
    text: "select from toolbox where lower(name) = lower($1) and id <> $2 and removed_at is null",
    values: [name, id],
  });
  if (rowCount !== 0) {
    const data = { reason: "TOOLBOX_NAME_TAKEN" satisfies ToolboxRefusal };
    throw new AppError("conflict", `There is a toolbox called ${name} already.`, { data });
  }
}

interface ToolboxRow {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly string[];
  readonly is_builtin: boolean;
}

async function requireCustom(transaction: Queryable, id: string): Promise<ToolboxRow> {
  const { rows } = await transaction.query<ToolboxRow>({
    text: "select name, description, tools, is_builtin from toolbox where id = $1 and removed_at is null",
    values: [id],
  });
  const [row] = rows;
  if (!row) throw GONE;
  if (row.is_builtin) {
    throw new AppError(
      "invalid",
      `${row.name} comes with OpenHive and stays as it is. Make one of your own with the tools you want.`,
      { data: { reason: "TOOLBOX_BUILTIN_READONLY" satisfies ToolboxRefusal } },
    );
  }
  return row;
}

/** From the name; never one that was another toolbox's, so that a grant never comes to mean something else. */
async function freeId(transaction: Queryable, name: string): Promise<string> {
  const slug =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, 50) || "toolbox";
  const { rows } = await transaction.query<{ id: string }>({
    text: "select id from toolbox where id = $1 or id like $1 || '-%'",
    values: [slug],
  });
  const taken = new Set(rows.map((row) => row.id));
  let id = slug;
  for (let number = 2; taken.has(id); number += 1) id = `${slug}-${number}`;
  return id;
}
