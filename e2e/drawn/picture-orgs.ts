import { type Api, mutate } from "../api.ts";
import { addServer, LIBRARY } from "./picture-tools.ts";

const agents = [
  { id: "lead", name: "Lead", role: "Plans and delegates", icon: "compass", x: 272, y: 0 },
  { id: "researcher", name: "Researcher", role: "Finds and reads sources", icon: "telescope", x: 0, y: 168 },
  { id: "analyst", name: "Analyst", role: "Compares the numbers", icon: "sigma", x: 272, y: 168 },
  { id: "writer", name: "Writer", role: "Drafts the brief", icon: "pen-line", x: 544, y: 168 },
  { id: "scout", name: "Web scout", role: "Searches, fetches, lists", icon: "globe", x: 28, y: 328 },
] as const;

const persona = "You are careful.\n\n- Cite every number.\n- Say what you do not know.";

/** Skills, server and toolboxes as agents have them: some much, some nothing. */
const grants: Readonly<Record<string, object>> = {
  researcher: {
    skills: ["source-notes", "picture-counts"],
    mcp: [{ server: LIBRARY }],
    toolboxes: ["research"],
  },
  analyst: { skills: ["picture-counts"] },
  writer: { skills: ["house-style"] },
  scout: { mcp: [{ server: LIBRARY, tools: ["search"] }], toolboxes: ["scout"] },
};

const desk = {
  name: "Picture desk",
  description: "Always the same, so that it can be compared.",
  task: "Brief on district heating: what works, what it costs, who runs it.",
  agents: agents.map(({ x, y, ...agent }) => ({
    ...agent,
    persona,
    position: { x, y },
    ...grants[agent.id],
  })),
  lines: [
    { id: "line-researcher", parentId: "lead", childId: "researcher", budget: { cost: 0.5 } },
    { id: "line-analyst", parentId: "lead", childId: "analyst" },
    { id: "line-writer", parentId: "lead", childId: "writer", maxConcurrentSessions: 2 },
    { id: "line-scout", parentId: "researcher", childId: "scout" },
  ],
  groups: [
    {
      id: "sources",
      name: "Sources",
      position: { x: -24, y: 124 },
      width: 284,
      height: 320,
      members: ["researcher", "scout"],
    },
  ],
  notes: [
    {
      id: "memo",
      text: "Numbers go to the analyst first.",
      position: { x: 544, y: 330 },
      width: 208,
      height: 96,
    },
  ],
};

type Desk = typeof desk;

/** A skill that is not there, an agent without words, and one that nobody calls. */
function spoilDesk() {
  const spoilt = desk.agents.map((agent) => {
    if (agent.id === "analyst") return { ...agent, skills: ["long-gone"] };
    return agent.id === "writer" ? { ...agent, persona: "" } : agent;
  });
  const lines = desk.lines.filter(({ childId }) => childId !== "writer");
  return { ...desk, name: "Much to mend", agents: spoilt, lines };
}

/** What somebody else made of it. */
export function changeOrg<Org extends Pick<Desk, "agents" | "task">>(org: Org): Org {
  const changed = org.agents.map((agent) =>
    agent.id === "analyst"
      ? { ...agent, role: "Compares prices", persona: `${persona}\n- Name the year.` }
      : agent,
  );
  return { ...org, task: "Brief on district heating, in two pages.", agents: changed };
}

/** Puts up all orgs of the pictures. */
export async function addOrgs(api: Api): Promise<void> {
  await addServer(api);
  const orgs = {
    "picture-desk": desk,
    "picture-empty": { name: "Nobody yet", task: "", agents: [], lines: [] },
    "picture-problems": spoilDesk(),
    "picture-shared": { ...desk, name: "Shared desk" },
    "picture-grown": { ...desk, name: "Grown desk" },
  };
  for (const [slug, document] of Object.entries(orgs)) {
    const { id } = await mutate(api, "orgs.create", { slug, document });
    if (slug === "picture-grown")
      await mutate(api, "orgs.save", {
        orgId: id,
        baseVersion: 1,
        document: { ...changeOrg(desk), name: "Grown desk" },
      });
  }
}
