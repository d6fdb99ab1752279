import { getContainer } from "@/server/shared-container.ts";

export const dynamic = "force-dynamic";

const TYPES = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
  jsonl: "application/x-ndjson; charset=utf-8",
} as const;

/** The whole audit as a file, newest first: `?format=csv`, `json` or `jsonl`. Written as it is read. */
export function GET(request: Request): Response {
  const asked = new URL(request.url).searchParams.get("format");
  const format = asked === "csv" || asked === "json" ? asked : "jsonl";
  const lines = getContainer().services.exportAudit(format)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await lines.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await lines.return?.();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": TYPES[format],
      "content-disposition": `attachment; filename="openhive-audit.${format}"`,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  });
}
