import { DatabaseError } from "pg";
import { StoreUnavailableError } from "../engine/ports.ts";

/**
 * By SQLSTATE: connection lost, no room (disk, memory, connections), stopped or starting, input and output failed, only to be
 * read (the old primary after a failover), or two writers in each other's way for too long. Each is over after a while.
 */
const OUTAGE = /^(08|53|55P03|57014|57P|58|25006|40001|40P01)/;
/** What the driver, or Prisma about it, says of a connection that broke or never came to be. */
const CONNECTION =
  /connection terminated|terminating connection|connection ended|not queryable|timeout exceeded|read timeout|timeout expired|connection is closed|closed the connection/i;
/** Of the network, or Prisma's for the same. */
const CODE = /^(E[A-Z_]+|P1001|P1002|P1008|P1017|P2024|P2034|P2037)$/;

/** Makes an error that says that the database cannot be used now a `StoreUnavailableError`; any other is given back. */
export function toOutage(error: unknown): unknown {
  return isOutage(error) ? new StoreUnavailableError(error) : error;
}

/** Whether a statement may be durable though no answer came: unless the database itself said, for a reason that passes, that nothing was written. */
export function mayBeDurable(error: unknown): boolean {
  if (!(error instanceof StoreUnavailableError)) return false;
  const { cause } = error;
  return !(cause instanceof DatabaseError && /^(40|53|55P03|57014)/.test(cause.code ?? ""));
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof StoreUnavailableError) return false;
  if (error instanceof AggregateError) return error.errors.every(isOutage);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (error instanceof DatabaseError) return OUTAGE.test(code);
  return CODE.test(code) || CONNECTION.test(error.message);
}
