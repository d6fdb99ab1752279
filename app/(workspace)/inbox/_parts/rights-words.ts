import type { ChipTone } from "@/app/_ui/chip.tsx";
import type { AgentRights, RightTool } from "@/server/contract/agent-rights.ts";

interface RightsParts {
  /** The tool that is asked about, if one is. */
  readonly asked: RightTool | undefined;
  /** Those that change something first: they are what one looks for. */
  readonly allowed: readonly RightTool[];
  readonly refused: readonly RightTool[];
}

/** An agent's tools as the inbox tells them. */
export function rightsParts({ tools }: Pick<AgentRights, "tools">, asked: string | undefined): RightsParts {
  const may = (tool: RightTool) => tool.isEnabled && !tool.isRefused;
  return {
    asked: tools.find(({ name }) => name === asked),
    allowed: tools.filter(may).toSorted((one, other) => weight(other) - weight(one)),
    refused: tools.filter((tool) => !may(tool)),
  };
}

function weight({ flags }: RightTool): number {
  if (flags.destructive) return 2;
  return flags.readOnly ? 0 : 1;
}

/** What a tool does to the world, and when it can be called, in chips. */
export function toolWords({
  flags,
  isSentFromStart,
  isEnabled,
}: RightTool): readonly { readonly word: string; readonly tone: ChipTone }[] {
  const words: { readonly word: string; readonly tone: ChipTone }[] = [];
  if (flags.destructive) words.push({ word: "May destroy", tone: "person" });
  else if (flags.readOnly) words.push({ word: "Only reads", tone: "neutral" });
  if (isEnabled && !isSentFromStart) words.push({ word: "Once activated", tone: "line" });
  return words;
}
