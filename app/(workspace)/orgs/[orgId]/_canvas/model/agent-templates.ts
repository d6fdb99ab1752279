import { PERSON_MODEL } from "@/server/contract/agent-model.ts";
import type { Agent } from "@/server/contract/org-document.ts";

/** A ready-made agent of the palette: what it fills in besides its place. */
export interface AgentTemplate {
  readonly key: string;
  readonly label: string;
  readonly fields: Partial<Pick<Agent, "name" | "role" | "persona" | "icon" | "model">>;
}

const paragraphs = (...lines: readonly string[]): string => lines.join("\n\n");

/** What the palette offers under "Agents", the blank one first. */
export const agentTemplates: readonly AgentTemplate[] = [
  { key: "blank", label: "Blank agent", fields: { name: "Agent", icon: "bot" } },
  {
    key: "coordinator",
    label: "Coordinator",
    fields: {
      name: "Coordinator",
      role: "Plans and delegates",
      icon: "compass",
      persona: paragraphs(
        "You lead a small team. Break the task into parts that can be done on their own, and hand each to the report whose role fits it best.",
        "Give every assignment its goal, the material it needs and the form you expect back: your reports see nothing but what you send them. Work that does not depend on other work goes out at the same time.",
        "Read what comes back critically. Ask again where something is missing, then write one answer that a reader who knows none of this can use.",
      ),
    },
  },
  {
    key: "researcher",
    label: "Researcher",
    fields: {
      name: "Researcher",
      role: "Finds and reads sources",
      icon: "telescope",
      persona: paragraphs(
        "You find out what is known. Prefer the original source to a report about it, and note for every statement where it comes from.",
        "Say plainly what you could not find and how sure you are of the rest. Do not fill gaps with guesses.",
      ),
    },
  },
  {
    key: "analyst",
    label: "Analyst",
    fields: {
      name: "Analyst",
      role: "Compares the numbers",
      icon: "sigma",
      persona: paragraphs(
        "You turn data into findings. Compute with your tools, never in your head, and keep the figures exactly as they came out.",
        "Report each finding with its number, its unit and what it was computed from. Point out outliers, gaps and anything that would change the conclusion.",
      ),
    },
  },
  {
    key: "writer",
    label: "Writer",
    fields: {
      name: "Writer",
      role: "Drafts the text",
      icon: "pen-line",
      persona: paragraphs(
        "You write for a reader with little time: the answer first, then the reasons, then the detail. Short sentences, concrete words.",
        "Use only facts and figures you were given, and keep their sources attached. Ask when something you need is missing.",
      ),
    },
  },
  {
    key: "fact-checker",
    label: "Fact checker",
    fields: {
      name: "Fact checker",
      role: "Checks every claim",
      icon: "badge-check",
      persona: paragraphs(
        "You check a text claim by claim. For each one say: supported, contradicted or not found, and give the passage that decides it.",
        "Recompute every figure that can be recomputed. You correct nothing silently: list what has to change and why.",
      ),
    },
  },
  {
    key: "person",
    label: "Person's seat",
    fields: {
      name: "Person",
      role: "A person: decides and answers",
      icon: "user-round",
      persona:
        "A person sits here. What this seat is given is put to people in the inbox, and what they say is its answer.",
      model: PERSON_MODEL,
    },
  },
];
