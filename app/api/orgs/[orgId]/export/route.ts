import { answerOrRefuse } from "@/app/api/answer-or-refuse.ts";
import { fileHeaders } from "@/app/api/file-headers.ts";
import { getContainer } from "@/server/shared-container.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  readonly params: Promise<{ readonly orgId: string }>;
}

/** An org as a zip archive of its files. */
export function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  return answerOrRefuse(async () => {
    const { orgId } = await params;
    const archive = await getContainer().services.exportOrgArchive(orgId);
    const headers = { ...fileHeaders(archive), "cache-control": "no-store" };
    return new Response(new Uint8Array(archive.content), { headers });
  });
}
