import type { PromptSection } from "../contract/api.ts";
import type { PromptSource } from "./ports.ts";
import type { AgentScope } from "./tool.ts";

/**
 * The system prompt of one turn, as labelled sections. Deterministic to the byte while nothing changed: no dates, no
 * counters; what may change (activated skills) stands last, so that the cached prefix stays long.
 */
export async function assemblePrompt(
  sources: readonly PromptSource[],
  scope: AgentScope,
): Promise<readonly PromptSection[]> {
  const extra = await Promise.all(sources.map((source) => source.sections(scope)));
  return [persona(scope), ...team(scope), ...files(scope), ...extra.flat()];
}

/** The text a model is sent: one Markdown heading a section, except for the first, the persona. */
export function renderPrompt(sections: readonly PromptSection[]): string {
  return sections
    .map(({ kind, title, text }) => (kind === "persona" ? text : `# ${title}\n\n${text}`))
    .join("\n\n");
}

function persona({ agent }: AgentScope): PromptSection {
  const opening = agent.role.trim()
    ? `You are ${agent.name}, ${agent.role.trim()}.`
    : `You are ${agent.name}.`;
  return {
    kind: "persona",
    title: "Persona",
    text: [opening, agent.persona.trim()].filter(Boolean).join("\n\n"),
  };
}

function team({ parent, children }: AgentScope): readonly PromptSection[] {
  const lines: string[] = [];
  if (parent)
    lines.push(
      `You report to ${nameAndRole(parent)}. Your last message goes back to them as it is, so it has to stand alone.`,
    );
  if (children.length > 0) {
    lines.push("You may delegate to:", ...children.map((child) => `- ${nameAndRole(child)}`));
    lines.push("Whoever you delegate to sees only the task you write: put everything they need into it.");
  }
  return lines.length > 0 ? [{ kind: "team", title: "Team", text: lines.join("\n") }] : [];
}

function nameAndRole(agent: { readonly name: string; readonly role: string }): string {
  return agent.role.trim() ? `${agent.name}: ${agent.role.trim()}` : agent.name;
}

function files({ attachments }: AgentScope): readonly PromptSection[] {
  if (attachments.length === 0) return [];
  const lines = attachments.map((file) => `- ${file.name} (${file.mediaType}, ${file.size} bytes)`);
  return [
    {
      kind: "files",
      title: "Files",
      text: ["Files of this run, by the name under which skills find them:", ...lines].join("\n"),
    },
  ];
}
