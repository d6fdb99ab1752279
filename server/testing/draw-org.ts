import { type OrgDocument, orgDocumentSchema } from "../contract/org-document.ts";

interface DrawnAgent {
  readonly persona?: string;
  readonly limits?: Readonly<Record<string, unknown>>;
  readonly skills?: readonly string[];
  readonly mcp?: readonly { readonly server: string; readonly tools?: readonly string[] }[];
  readonly disabledTools?: readonly string[];
}

/**
 * An org for tests from lines like `lead > a`, `a > b`. An agent's model is named after it, so that scripts can be told
 * apart; a name alone draws an agent without lines.
 */
export function drawOrg(
  lines: readonly string[],
  agents: Readonly<Record<string, DrawnAgent>> = {},
): OrgDocument {
  const pairs = lines.map((line) => line.split(">").map((name) => name.trim()));
  const names = [...new Set(pairs.flat())];
  return orgDocumentSchema.parse({
    name: "Test org",
    agents: names.map((name, index) => ({
      id: name,
      name,
      role: `does ${name}`,
      persona: `Persona of ${name}.`,
      position: { x: index * 240, y: 0 },
      model: { provider: "scripted", model: name },
      ...agents[name],
    })),
    lines: pairs.flatMap(([parentId, childId]) =>
      parentId && childId ? [{ id: `${parentId}-${childId}`, parentId, childId }] : [],
    ),
  });
}
