import type { SkillFunction } from "@/server/contract/api.ts";
import { schemaParameters } from "../../../_ui/schema-parameters.ts";

/** How many agents a thing is granted to. */
export function agentsText(count: number): string {
  if (count === 0) return "no agent";
  return count === 1 ? "1 agent" : `${count} agents`;
}

/** A function as a line of code: `cite_check(text, style?)`. */
export function signatureText({ name, inputSchema }: Pick<SkillFunction, "name" | "inputSchema">): string {
  const parameters = schemaParameters(inputSchema).map((parameter) =>
    parameter.isRequired ? parameter.name : `${parameter.name}?`,
  );
  return `${name}(${parameters.join(", ")})`;
}
