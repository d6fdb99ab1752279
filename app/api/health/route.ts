import { describeHealth } from "@/server/describe-health.ts";
import { getContainer } from "@/server/shared-container.ts";

export const dynamic = "force-dynamic";

/** Whether this process serves, is not about to stop, and reaches its database: what to send people to it by. */
export async function GET(): Promise<Response> {
  const health = await describeHealth(getContainer());
  return Response.json(health, { status: health.status === "ready" ? 200 : 503 });
}
