import type { Container } from "./container.ts";

/** What `/api/health` says of a process that serves. */
export interface Health {
  readonly status: "ready" | "unavailable";
  /** Why it is not ready: it does not reach its database, or it is about to stop. */
  readonly missing?: "database" | "stop";
}

/** Never throws. */
export async function describeHealth(container: Pick<Container, "isReady" | "isLeaving">): Promise<Health> {
  if (await container.isReady()) return { status: "ready" };
  return { status: "unavailable", missing: container.isLeaving() ? "stop" : "database" };
}
