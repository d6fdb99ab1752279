import { expect, test } from "vitest";
import type { SkillDetail } from "@/server/contract/api.ts";
import type { McpServerSummary } from "@/server/contract/mcp-servers.ts";
import { searchTools, toToolGroups } from "./shown-tool.ts";

const inputSchema = { type: "object" };
const builtin = [
  { name: "ask_user", description: "Asks a person.", inputSchema, origin: { kind: "builtin", id: "people" } },
  {
    name: "delegate_to",
    description: "Gives a task.",
    inputSchema,
    origin: { kind: "delegation", id: "delegation" },
  },
];
const skills: readonly SkillDetail[] = [
  {
    name: "csv-figures",
    description: "",
    root: "packages/skills",
    revision: "1",
    isUsable: true,
    findings: [],
    functionCount: 1,
    usedBy: 0,
    hides: [],
    folder: "/skills/figures",
    users: [],
    body: "",
    files: [],
    functions: [{ name: "total", description: "Adds a column.", inputSchema, file: "figures.py", line: 1 }],
    catalogueTokens: 1,
    bodyTokens: 1,
    functionTokens: 1,
    needsNetwork: false,
  },
];
const servers: readonly McpServerSummary[] = [
  {
    name: "files",
    command: "files",
    args: [],
    envNames: [],
    envReferences: {},
    status: "ready",
    error: null,
    testedAt: null,
    usedBy: 0,
    tools: [
      {
        name: "tree",
        exposedName: "mcp__files__tree",
        description: "",
        inputSchema,
        isReadOnly: true,
        problem: "Its schema cannot be read",
      },
    ],
  },
];

test("tools come in the order of the tool array, delegation last", () => {
  const groups = toToolGroups({ builtin, skills, servers });
  expect(groups.map((group) => group.name)).toEqual(["Built-in", "csv-figures", "files", "Delegation"]);
});

test("a tool of a server is named as the model sees it and keeps its problem", () => {
  const [tool] = toToolGroups({ builtin: [], skills: [], servers })[0]!.tools;
  expect(tool).toMatchObject({ name: "mcp__files__tree", problem: "Its schema cannot be read" });
});

test("a search looks at names, descriptions and sources", () => {
  const groups = toToolGroups({ builtin, skills, servers });
  expect(searchTools(groups, "adds a col").map((group) => group.name)).toEqual(["csv-figures"]);
  expect(searchTools(groups, "FILES").map((group) => group.name)).toEqual(["files"]);
});
