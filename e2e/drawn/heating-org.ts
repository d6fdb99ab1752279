const agents = [
  { id: "lead", name: "Lead", role: "Plans and delegates", icon: "compass", x: 252, y: 0 },
  { id: "researcher", name: "Researcher", role: "Finds sources", icon: "telescope", x: 0, y: 168 },
  { id: "analyst", name: "Analyst", role: "Compares the numbers", icon: "sigma", x: 252, y: 168 },
  { id: "writer", name: "Writer", role: "Drafts the brief", icon: "pen-line", x: 504, y: 168 },
  { id: "scout", name: "Web scout", role: "Searches and fetches", icon: "globe", x: 28, y: 328 },
  { id: "filings", name: "Filings reader", role: "Reads filings", icon: "file-text", x: 28, y: 500 },
  { id: "charts", name: "Chart maker", role: "Draws figures", icon: "chart-column", x: 280, y: 328 },
  { id: "checker", name: "Fact checker", role: "Checks every claim", icon: "badge-check", x: 532, y: 328 },
] as const;

const lines = [
  ["lead", "researcher"],
  ["lead", "analyst"],
  ["lead", "writer"],
  ["researcher", "scout"],
  ["researcher", "filings"],
  ["analyst", "charts"],
  ["writer", "checker"],
] as const;

/** The org whose runs are drawn: eight agents, three levels. */
export const heatingOrg = {
  name: "Heating desk",
  description: "Finds, compares, writes and checks.",
  task: "District heating from waste heat: what works, what it costs, who runs it.",
  agents: agents.map(({ x, y, ...agent }) => ({
    ...agent,
    persona: `You are ${agent.name}. State units and years.`,
    position: { x, y },
  })),
  lines: lines.map(([parentId, childId]) => ({ id: `line-${childId}`, parentId, childId })),
};

const limits: Readonly<Record<string, object>> = {
  researcher: { maxConcurrentSessions: 2 },
  analyst: { maxConcurrentSessions: 2, tools: ["group:files"], budget: { cost: 0.5 } },
  writer: { tools: [] },
  scout: { maxConcurrentSessions: 3, budget: { tokens: 80_000 } },
  charts: { maxConcurrentSessions: 1, tools: ["read_file"], budget: { cost: 0.1 } },
};

/** The same org with lines that hold something back. */
export const limitedOrg = {
  ...heatingOrg,
  lines: heatingOrg.lines.map((line) => ({ ...line, ...limits[line.childId] })),
};
