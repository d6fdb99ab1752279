import { getContainer } from "@/server/shared-container.ts";

export const dynamic = "force-dynamic";

/** What this process did and does, in the text format of Prometheus. */
export async function GET(): Promise<Response> {
  const { mediaType, text } = await getContainer().metrics();
  return new Response(text, { headers: { "content-type": mediaType, "cache-control": "no-store" } });
}
