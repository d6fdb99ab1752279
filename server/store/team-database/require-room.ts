import type { TeamConnection } from "./team-connection.ts";
import { TeamFailure } from "./team-failure.ts";

/** Throws a `TeamFailure` when the org's tables and indexes hold more than they may, the current change included. */
export async function requireRoom(
  connection: TeamConnection,
  schema: string,
  maxBytes: number,
): Promise<void> {
  const { rows } = await connection.run(
    `select coalesce(sum(pg_catalog.pg_total_relation_size(relation.oid)), 0)
     from pg_catalog.pg_class relation join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
     where space.nspname = $1 and relation.relkind in ('r', 'm')`,
    [schema],
  );
  const held = Number(rows[0]?.[0] ?? 0);
  if (held <= maxBytes) return;
  throw new TeamFailure(
    "limit_reached",
    `The team database would hold ${toMegabytes(held)} MB and may hold ${toMegabytes(maxBytes)} MB. Nothing was changed.`,
    { suggestion: "Remove what is no longer needed (DELETE, DROP), or store less." },
  );
}

function toMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1024 / 1024);
}
