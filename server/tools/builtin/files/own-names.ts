import { createHash, randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { isAlive } from "../../../security/child-process/is-alive.ts";
import { OWN_PREFIX } from "./hidden-paths.ts";

const HOST = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
const NAME = /^([0-9a-f]{8})-(\d{1,10})-[0-9a-f-]{36}$/;
const STARTED_AT = Date.now() - process.uptime() * 1_000;
/** Nothing of OpenHive's own is used so long without being changed: a command runs ten minutes at most. */
const LONGEST_MS = 3_600_000;

/** A name for something of OpenHive's own in a workspace: no tool shows it, and it tells which process it is of. */
export function ownName(): string {
  return `${OWN_PREFIX}-${HOST}-${process.pid}-${randomUUID()}`;
}

/** Whether it is something that a process left behind which is gone. Of other machines' processes only its age tells. */
export function isLeftover(name: string, changedAt: Date): boolean {
  const [, host, pid] = NAME.exec(name.slice(OWN_PREFIX.length + 1)) ?? [];
  if (host === undefined || !name.startsWith(OWN_PREFIX)) return false;
  if (host !== HOST) return Date.now() - changedAt.getTime() > LONGEST_MS;
  if (Number(pid) === process.pid) return changedAt.getTime() < STARTED_AT;
  return !isAlive(Number(pid));
}
