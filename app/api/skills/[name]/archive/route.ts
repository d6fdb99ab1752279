import { answerOrRefuse } from "@/app/api/answer-or-refuse.ts";
import { fileHeaders } from "@/app/api/file-headers.ts";
import { getContainer } from "@/server/shared-container.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  readonly params: Promise<{ readonly name: string }>;
}

/** A skill as one file, to be installed elsewhere. */
export function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  return answerOrRefuse(async () => {
    const { name } = await params;
    const { fileName, content } = await getContainer().services.packSkill(name);
    const headers = fileHeaders({ name: fileName, mediaType: "application/zip", content });
    return new Response(new Uint8Array(content), { headers: { ...headers, "cache-control": "no-store" } });
  });
}
