import { describe, expect, it } from "vitest";
import { readOrgFiles } from "./read-org-files.ts";
import { toYaml } from "./yaml-text.ts";

const read = (value: object) =>
  readOrgFiles([{ path: "org.yaml", content: new TextEncoder().encode(toYaml(value)) }]);

const team = {
  id: "7d1f",
  slug: "press-desk",
  name: "Press desk",
  entry_agent_id: "u-1",
  disabled_skills: ["pptx"],
  limits: { max_rounds: 8 },
  agents: [
    {
      id: "u-1",
      role: "lead",
      label: "Chief",
      provider_id: "vendor",
      model: "large",
      system_prompt: "You lead.",
      skills: ["docx", "pptx"],
      position: { x: 10, y: 20 },
      max_parallel: 90,
    },
    {
      id: "u-2",
      role: "writer",
      persona_name: "Writer",
      persona_path: "/etc/passwd",
      position: { x: 10, y: 240 },
    },
  ],
  edges: [{ id: "e1", source: "u-1", target: "u-2" }],
};

const frame = {
  openhive_frame: 1,
  name: "Market watch",
  description: "Watches a market.",
  version: "1.0.0",
  tags: ["research"],
  team: {
    name: "inner",
    allowed_mcp_servers: ["files"],
    entry_agent_index: 0,
    agents: [
      { role: "lead", label: "Lead", persona_bundle_key: "lead" },
      { role: "reader", label: "Reader" },
      { role: "checker", label: "Checker" },
    ],
    edges: [
      { source: 0, target: 1 },
      { source: 0, target: 2 },
      { source: 1, target: 2 },
      { source: 2, target: 0 },
      { source: 0, target: 9 },
    ],
  },
  persona_assets: {
    lead: {
      name: "Lead",
      files: {
        "AGENT.md": "---\nname: lead\nskills: [web-search]\nmcp: [files, other]\n---\n\n# You lead\n",
        "../../escape.md": "x",
      },
    },
  },
  requires: { skills: ["web-search"], providers: ["vendor"] },
  data_schema: ["create table prices (day date)"],
};

describe("a team of the older format", () => {
  it("is read from its own file, with its agents as they were drawn", () => {
    const { slug, document, left } = read(team);
    expect(slug).toBe("press-desk");
    expect(document.agents).toMatchObject([
      {
        name: "Chief",
        persona: "You lead.",
        model: { provider: "vendor", model: "large" },
        skills: ["docx"],
        position: { x: 10, y: 20 },
        limits: { maxParallel: 20 },
      },
      { name: "Writer", persona: "", position: { x: 10, y: 240 } },
    ]);
    expect(document.lines).toMatchObject([{ parentId: "a1", childId: "a2" }]);
    expect(left).toEqual([
      "The persona of Writer stands in a file of its own and was not read.",
      "Its limits are counted otherwise here and are not taken along.",
    ]);
  });

  it("is read from a frame, whose edges are places in a list and whose personas travel with it", () => {
    const { document } = read(frame);
    expect(document).toMatchObject({ name: "Market watch", description: "Watches a market." });
    expect(document.agents[0]).toMatchObject({
      persona: "# You lead",
      skills: ["web-search"],
      mcp: [{ server: "files" }],
    });
  });

  it("becomes a tree: second parents, loops and lines to nobody go, and it is said", () => {
    const { document, left } = read(frame);
    expect(document.lines.map(({ parentId, childId }) => `${parentId} ${childId}`)).toEqual([
      "a1 a2",
      "a1 a3",
    ]);
    expect(left).toEqual([
      "The line from Reader to Checker was left out: here orgs are trees.",
      "The line from Checker to Lead was left out: here orgs are trees.",
      "A line that leads to no agent was left out.",
      "Its tables (data_schema) are not taken along.",
    ]);
  });

  it("is laid out level by level where nobody drew it", () => {
    expect(read(frame).document.agents.map(({ position }) => position)).toEqual([
      { x: 0, y: 0 },
      { x: -140, y: 220 },
      { x: 140, y: 220 },
    ]);
  });

  it("may be a single agent to hand on", () => {
    const { document } = read({ openhive_agent_frame: 1, name: "Checker", agent: { role: "checker" } });
    expect([document.name, document.agents.length, document.lines.length]).toEqual(["Checker", 1, 0]);
  });

  it("that cannot be used is refused with its place, like any other file", () => {
    expect(() => read({ openhive_frame: 2, name: "x", team: {} })).toThrow(/^org\.yaml:1: openhive_frame/);
    expect(() => read({ ...team, agents: [] })).toThrow(/agents: a team has agents/);
    expect(() => read({ name: "neither", agents: [] })).toThrow(/this is not an org/);
  });
});

it.each(["constructor", "__proto__", "toString"])(
  "may name an agent's text %s, though none is there",
  (key) => {
    const agent = { role: "checker", persona_bundle_key: key };
    const { document } = read({ openhive_agent_frame: 1, name: "Checker", agent });
    expect(document.agents[0]?.persona).toBe("");
  },
);
