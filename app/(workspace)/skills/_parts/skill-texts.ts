import type { SkillFunction } from "@/server/contract/api.ts";

/** How many agents a thing is granted to. */
export function agentsText(count: number): string {
  if (count === 0) return "no agent";
  return count === 1 ? "1 agent" : `${count} agents`;
}

/** A function as a line of code: `cite_check(text, style?)`. */
export function signatureText(tool: Pick<SkillFunction, "name" | "inputSchema">): string {
  const properties = tool.inputSchema["properties"];
  const required = tool.inputSchema["required"];
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const names = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  return `${tool.name}(${names.map((name) => (isRequired(name) ? name : `${name}?`)).join(", ")})`;
}
