import { z } from "zod";
import type { PromptSection, TurnSnapshot } from "../contract/api.ts";
import { AppError } from "../contract/app-error.ts";
import type { RunId, SessionId } from "../contract/ids.ts";
import type { ListedTool } from "../contract/tool-array.ts";
import type { FrozenTextStore } from "../engine/ports.ts";
import { toModelMessages } from "../engine/transcript.ts";
import type { Database } from "../store/database.ts";
import { readTurn } from "../store/runs/read-turn.ts";

export interface GetTurnDeps {
  readonly database: Database;
  readonly frozenTexts: FrozenTextStore;
}

const sectionsSchema: z.ZodType<readonly PromptSection[]> = z.array(
  z.object({
    kind: z.enum(["persona", "team", "files", "catalogue", "skill", "budget"]),
    title: z.string(),
    text: z.string(),
  }),
);
const toolsSchema: z.ZodType<readonly ListedTool[]> = z.array(
  z.object({
    name: z.string(),
    description: z.string(),
    inputSchema: z.record(z.string(), z.unknown()),
    origin: z.object({ kind: z.string(), id: z.string() }),
  }),
);

/** One model call exactly as it was sent. */
export async function getTurn(
  { database, frozenTexts }: GetTurnDeps,
  runId: string,
  at: { readonly sessionId: string; readonly turn: number },
): Promise<TurnSnapshot> {
  const found = await readTurn(database, { runId, ...at });
  const [prompt, tools] = found
    ? await Promise.all([frozenTexts.read(found.promptHash), frozenTexts.read(found.toolsHash)])
    : [];
  if (!found || prompt === undefined || tools === undefined)
    throw new AppError("not_found", "There is no such turn.");
  return {
    runId: runId as RunId,
    sessionId: at.sessionId as SessionId,
    turn: at.turn,
    sections: sectionsSchema.parse(JSON.parse(prompt)),
    tools: toolsSchema.parse(JSON.parse(tools)),
    messages: toModelMessages(found.messages),
    isSummarised: found.isSummarised,
  };
}
