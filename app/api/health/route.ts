import { getContainer } from "@/server/shared-container.ts";

export const dynamic = "force-dynamic";

/** Whether this process serves, is not about to stop, and reaches its database: what to send people to it by. */
export async function GET(): Promise<Response> {
  const isReady = await getContainer().isReady();
  return Response.json({ status: isReady ? "ready" : "unavailable" }, { status: isReady ? 200 : 503 });
}
