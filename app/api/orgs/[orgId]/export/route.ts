import { isAppError } from "@/server/contract/app-error.ts";
import { getContainer } from "@/server/shared-container.ts";
import { artifactHeaders } from "../../../artifacts/[artifactId]/artifact-headers.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  readonly params: Promise<{ readonly orgId: string }>;
}

/** An org as a zip archive of its files. */
export async function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  const { orgId } = await params;
  try {
    const archive = await getContainer().services.exportOrgArchive(orgId);
    const headers = { ...artifactHeaders(archive), "cache-control": "no-store" };
    return new Response(new Uint8Array(archive.content), { headers });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return new Response(error.message, {
      status: error.code === "not_found" ? 404 : 400,
      headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
    });
  }
}
