import type { Toolbox } from "../contract/toolbox.ts";
import type { ToolGrant } from "../engine/tool.ts";
import { CORE_TOOLS, FRAME_TOOLS } from "./core-floor.ts";

export interface GrantedTool {
  readonly name: string;
  readonly grant: ToolGrant;
}

export interface Grant {
  readonly isGranted: boolean;
  /** For people, without a full stop. */
  readonly reason: string;
}

const FLOOR = new Set([...CORE_TOOLS, ...FRAME_TOOLS]);
/** What `*` never stands for, whatever a source declares. */
const NEVER_BY_STAR = /^(mcp_|plugin_)/;

/**
 * Whether the floor, one of the agent's toolboxes or the drawing gives it the tool. Toolboxes add up; one that is not there
 * (any more) gives nothing.
 */
export function grantOf(tool: GrantedTool, boxes: readonly Pick<Toolbox, "name" | "tools">[]): Grant {
  if (FLOOR.has(tool.name)) return { isGranted: true, reason: "Core floor: every agent has it" };
  const box = boxes.find(({ tools }) => tools.includes(tool.name));
  if (box) return { isGranted: true, reason: `Toolbox ${box.name} lists it` };
  if (tool.grant === "drawing") return { isGranted: true, reason: "Granted on the canvas" };
  const star = boxes.find(({ tools }) => tools.includes("*"));
  if (star && isStarred(tool))
    return { isGranted: true, reason: `Toolbox ${star.name} has every native tool` };
  return { isGranted: false, reason: missingReason(tool, star !== undefined, boxes.length) };
}

/** Whether `*` stands for this tool. */
export function isStarred({ name, grant }: GrantedTool): boolean {
  return grant === "toolbox" && !NEVER_BY_STAR.test(name);
}

function missingReason(tool: GrantedTool, hasStar: boolean, boxes: number): string {
  if (hasStar) return `A toolbox has to list ${tool.name} by its name; * does not cover it`;
  return boxes === 0 ? "The agent has no toolbox that lists it" : "None of the agent's toolboxes lists it";
}
