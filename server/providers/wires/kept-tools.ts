import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ListedTool } from "../../contract/tool-array.ts";

/** The tools of a request as a package wrote them for one model. */
export interface ToolTexts {
  /** Members of the request with a comma in front and the closing bracket behind. */
  readonly text: Buffer;
  /** Headers that belong to them. */
  readonly headers: Readonly<Record<string, string>>;
}

const kept = new WeakMap<readonly ListedTool[], Map<string, ToolTexts>>();

/** What was kept of these tools for this model: each array is converted and serialised once, whatever the session. */
export function findToolTexts(tools: readonly ListedTool[], model: LanguageModelV4): ToolTexts | undefined {
  return kept.get(tools)?.get(keyOf(model));
}

export function keepToolTexts(
  tools: readonly ListedTool[],
  model: LanguageModelV4,
  texts: ToolTexts,
): ToolTexts {
  const byModel = kept.get(tools) ?? new Map<string, ToolTexts>();
  kept.set(tools, byModel);
  byModel.set(keyOf(model), texts);
  return texts;
}

/** Packages write tools differently for different models. */
function keyOf({ provider, modelId }: LanguageModelV4): string {
  return `${provider} ${modelId}`;
}
