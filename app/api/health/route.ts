import { getContainer } from "@/server/shared-container.ts";

export const dynamic = "force-dynamic";

/** Whether this process serves and reaches its database. */
export async function GET(): Promise<Response> {
  const isReady = await getContainer().isReady();
  return Response.json({ status: isReady ? "ready" : "unavailable" }, { status: isReady ? 200 : 503 });
}
