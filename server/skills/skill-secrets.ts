import { type ToolError, type ToolResult, toolError } from "../contract/tool-result.ts";
import type { OpenedSecrets, SecretWish } from "../engine/steps/expand-secrets.ts";
import type { BoundTool, ToolContext } from "../engine/tool.ts";
import type { SkillRecord } from "./skill-record.ts";

/** Hands out the secrets that a skill declares: all or none, under the rules of their owners, and hidden from then on. */
export type DeclaredSecrets = (wish: SecretWish) => Promise<OpenedSecrets>;

/** A call of a skill by way of a tool. */
export interface SecretCall {
  readonly skill: Pick<SkillRecord, "name" | "secrets">;
  readonly tool: BoundTool;
  readonly context: ToolContext;
}

/** Runs a call with what its skill declares in its context, or answers that it may not have that. */
export async function withSecrets(
  declared: DeclaredSecrets | undefined,
  { skill, tool, context }: SecretCall,
  run: (context: ToolContext) => Promise<ToolResult>,
): Promise<ToolResult> {
  if (skill.secrets.length === 0) return run(context);
  const opened = declared && (await declared({ names: skill.secrets, tool, origins: undefined, context }));
  if (!opened) return refusal(skill, "There is no vault here.");
  return opened.ok
    ? run({ ...context, secrets: opened.values })
    : refusal(skill, opened.message, opened.hint);
}

function refusal({ name, secrets }: SecretCall["skill"], message: string, hint?: string): ToolError {
  return toolError("denied", `${name} needs ${secrets.join(", ")}. ${message}`, hint);
}

/** The variables that a call of the skill gets: what it declares, of what it was given. */
export function secretVariables(
  { secrets }: Pick<SkillRecord, "secrets">,
  context: ToolContext,
): Readonly<Record<string, string>> {
  const given = secrets.flatMap((name) => {
    const value = context.secrets?.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}
