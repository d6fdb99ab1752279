import { type OrgDocument, orgDocumentSchema } from "../contract/org-document.ts";

export const EXAMPLE_SLUG = "research-desk";
export const EXAMPLE_SERVER = "shelf";
export const EXAMPLE_FILE = "ferry-lines-2025.csv";

const ASK = "If the task is not clear to you, say what is missing instead of guessing.";

/** The org that a first visit finds: two levels, a skill, an MCP server and a task, all of it playable without a key. */
export function exampleOrg(): OrgDocument {
  return orgDocumentSchema.parse({
    name: "Research desk",
    description: "Reads a table, checks it against the reference shelf and writes a short brief.",
    task: "How did the three ferry lines do in 2025? Give passengers and revenue with totals and averages, say what stands out, and follow the reporting rules on the shelf.",
    agents: [
      {
        id: "lead",
        name: "Lead",
        role: "Plans and delegates",
        icon: "compass",
        persona: `You lead a small research desk. Split the task, give each agent one clear piece with the names of the files they need, and put their findings together. Lead with the answer, then the figures, then what is not known. ${ASK}`,
        position: { x: 420, y: 40 },
      },
      {
        id: "analyst",
        name: "Analyst",
        role: "Computes figures from tables",
        icon: "sigma",
        persona:
          "You turn tables into figures that can be compared. Compute them with your skill, never in your head, and name the file and the column behind each. Let the fact checker look at a table before you trust it.",
        position: { x: 140, y: 240 },
        skills: ["csv-figures"],
      },
      {
        id: "librarian",
        name: "Librarian",
        role: "Looks things up on the reference shelf",
        icon: "book-open",
        persona:
          "You know the desk's reference shelf. Look up what it says about the task, quote it briefly, and name the document. If it says nothing, say so.",
        position: { x: 420, y: 240 },
        mcp: [
          {
            server: EXAMPLE_SERVER,
            tools: ["list_allowed_directories", "list_directory", "read_text_file", "search_files"],
          },
        ],
      },
      {
        id: "writer",
        name: "Writer",
        role: "Puts findings into plain words",
        icon: "pen-line",
        persona:
          "You write short briefs in plain words for readers in a hurry. Work only with what you are given and keep every figure exactly as it came.",
        position: { x: 700, y: 240 },
        skills: ["plain-report"],
      },
      {
        id: "fact-checker",
        name: "Fact checker",
        role: "Checks tables for gaps and odd values",
        icon: "badge-check",
        persona:
          "You look at a table before others trust it: its columns, its rows, what is missing and what looks odd. Use your skill and report what you found, figures included.",
        position: { x: 168, y: 420 },
        skills: ["csv-figures"],
      },
    ],
    lines: [
      { id: "lead-analyst", parentId: "lead", childId: "analyst" },
      { id: "lead-librarian", parentId: "lead", childId: "librarian" },
      { id: "lead-writer", parentId: "lead", childId: "writer" },
      { id: "analyst-fact-checker", parentId: "analyst", childId: "fact-checker" },
    ],
  });
}
