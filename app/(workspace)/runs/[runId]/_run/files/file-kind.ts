import type { ArtifactReference } from "@/server/contract/tool-result.ts";

/** How a file can be looked at here. `none`: only downloaded. */
export type FileKind = "table" | "markdown" | "text" | "image" | "none";

const IMAGES: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/svg+xml",
]);
const TEXTS = /^(text\/|application\/(json|xml|yaml|x-yaml|toml|javascript|sql|x-ndjson|jsonl)\b)/;
const TEXT_NAMES = /\.(txt|log|json|jsonl|ndjson|ya?ml|toml|xml|sql|py|ts|js|html?|css|svg|ini|sh)$/i;

/** Decided by media type, and by the name where that says nothing. */
export function fileKind({ mediaType, name }: Pick<ArtifactReference, "mediaType" | "name">): FileKind {
  const [type = ""] = mediaType.toLowerCase().split(";");
  if (type === "text/csv" || type === "text/tab-separated-values" || /\.(csv|tsv)$/i.test(name))
    return "table";
  if (type === "text/markdown" || /\.(md|markdown)$/i.test(name)) return "markdown";
  if (IMAGES.has(type)) return "image";
  return TEXTS.test(type) || TEXT_NAMES.test(name) ? "text" : "none";
}

/** Where the bytes of a file are. */
export function fileAddress(artifactId: string): string {
  return `/api/artifacts/${encodeURIComponent(artifactId)}`;
}
