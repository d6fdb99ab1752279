import type { JsonObject } from "@/server/contract/json.ts";
import type { FinishedTry } from "./use-try.ts";

/** Largest files of an example together, in bytes: it is read by people, and stands in a folder that is shared. */
const LARGEST_FILES = 200_000;

/**
 * A file's name for an example that is called this; made from the function where nothing of it can be part of one, with what
 * makes it differ from others.
 */
export function toExampleName(text: string, fn: string, now = Date.now()): string {
  return toFileName(text) || `${toFileName(fn)}-${now.toString(36)}`;
}

function toFileName(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, 50)
    .replace(/-+$/, "");
}

/** What stands in the file of an example. Undefined where its files are no text, or too long. */
export async function toExample(
  { call, outcome }: FinishedTry,
  description: string,
): Promise<JsonObject | undefined> {
  if (call.files.reduce((sum, file) => sum + file.size, 0) > LARGEST_FILES) return undefined;
  const texts = await Promise.all(call.files.map(async (file) => [file.name, await readText(file)] as const));
  if (texts.some(([, text]) => text === undefined)) return undefined;
  return {
    description,
    function: call.function,
    ...(texts.length > 0 ? { files: Object.fromEntries(texts) as Record<string, string> } : {}),
    arguments: call.arguments,
    ...(outcome.isOk
      ? { expected: outcome.data }
      : { expectedError: (outcome.problem?.message ?? "").split("\n")[0] ?? "" }),
    ...(outcome.files.length > 0 ? { expectedFiles: outcome.files.map((file) => file.name) } : {}),
  };
}

/** The file to the byte; undefined where it is no UTF-8. A mark at its start is part of it. */
async function readText(file: File): Promise<string | undefined> {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}
