import type { Json } from "../../contract/json.ts";
import { agentNameIn } from "../agent-name.ts";
import type { RehearsalMessage, RehearsalPrompt, RehearsalTool } from "./rehearsal-prompt.ts";

/** A call of an earlier turn with its result. */
export interface PastCall {
  readonly name: string;
  readonly input: Json;
  /** Counts the assistant's messages, from 0. */
  readonly turn: number;
  readonly text: string;
  readonly isError: boolean;
}

export interface ListedSkill {
  readonly name: string;
  readonly line: string;
}

/** Everything the rehearsal knows when it plans a turn: read from prompt, messages and tools, never kept. */
export interface Situation {
  readonly name: string;
  /** The persona section, its opening line included. */
  readonly persona: string;
  readonly hasParent: boolean;
  /** Roles by name, of everybody the team section lists. */
  readonly roles: ReadonlyMap<string, string>;
  readonly task: string;
  /** Names of the files of the run. */
  readonly attachments: readonly string[];
  readonly skills: readonly ListedSkill[];
  /** Bodies of activated skills by name. */
  readonly activeSkills: ReadonlyMap<string, string>;
  readonly tools: readonly RehearsalTool[];
  readonly past: readonly PastCall[];
}

export function readSituation(
  { system, messages }: RehearsalPrompt,
  tools: readonly RehearsalTool[],
): Situation {
  const { persona, sections } = splitSections(system);
  const team = sections.get("Team") ?? "";
  return {
    name: agentNameIn(persona),
    persona,
    hasParent: /^You report to /m.test(team),
    roles: new Map(listItems(team).map(splitAtColon)),
    task: messages.find((message) => message.role === "user")?.text ?? "",
    attachments: listItems(sections.get("Files") ?? "").map((item) => item.replace(/ \([^()]*\)$/, "")),
    skills: listItems(sections.get("Skills") ?? "")
      .map(splitAtColon)
      .map(([name, line]) => ({ name: name.replaceAll("`", ""), line })),
    activeSkills: activeSkills(sections),
    tools,
    past: pastCalls(messages),
  };
}

/** Splits at the headings that the engine writes; a persona or a skill body may have headings of its own. */
function splitSections(system: string): {
  readonly persona: string;
  readonly sections: ReadonlyMap<string, string>;
} {
  const heading = /^# (Team|Files|Skills|Skill:? [a-z0-9-]+)$/gm;
  const sections = new Map<string, string>();
  const starts = [...system.matchAll(heading)];
  starts.forEach((match, index) => {
    const from = match.index + match[0].length;
    const title = match[1] ?? "";
    const text = system.slice(from, starts[index + 1]?.index ?? system.length).trim();
    sections.set(title, [sections.get(title), text].filter(Boolean).join("\n"));
  });
  return { persona: system.slice(0, starts[0]?.index ?? system.length).trim(), sections };
}

function listItems(text: string): readonly string[] {
  return [...text.matchAll(/^- (.+)$/gm)].map((match) => (match[1] ?? "").trim());
}

function splitAtColon(item: string): [string, string] {
  const colon = item.indexOf(": ");
  return colon < 0 ? [item, ""] : [item.slice(0, colon), item.slice(colon + 2)];
}

function activeSkills(sections: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const active = [...sections].filter(([title]) => title.startsWith("Skill") && title !== "Skills");
  return new Map(active.map(([title, body]) => [title.replace(/^Skill:? /, ""), body]));
}

function pastCalls(messages: readonly RehearsalMessage[]): readonly PastCall[] {
  const results = new Map(
    messages.flatMap((message) => (message.role === "tool" ? [[message.callId, message] as const] : [])),
  );
  return messages
    .filter((message) => message.role === "assistant")
    .flatMap(({ calls }, turn) =>
      calls.flatMap(({ callId, name, input }) => {
        const result = results.get(callId);
        return result ? [{ name, input, turn, text: result.text, isError: result.isError }] : [];
      }),
    );
}
