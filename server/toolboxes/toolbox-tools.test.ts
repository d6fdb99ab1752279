import { expect, test } from "vitest";
import { AppError } from "../contract/app-error.ts";
import type { ToolboxSummary } from "../contract/toolbox.ts";
import { createToolBench } from "../testing/tool-bench.ts";
import { createToolboxTools, type ToolboxKeeper } from "./toolbox-tools.ts";

function box(id: string, tools: readonly string[], isBuiltin = false): ToolboxSummary {
  return {
    id,
    name: id,
    description: "",
    tools,
    isBuiltin,
    createdAt: "",
    updatedAt: "",
    toolCount: tools.length,
    planned: [],
    missing: [],
    usedBy: 0,
  };
}

/** A keeper in memory that refuses what the real one refuses. */
async function bench() {
  const boxes = new Map(
    [box("scout", ["grep"], true), box("mine", ["grep", "think"])].map((one) => [one.id, one]),
  );
  const actors: string[] = [];
  const keeper: ToolboxKeeper = {
    listNative: async () => (await createToolBench(createToolboxTools(keeper))).tools,
    listConnected: async () => [
      {
        name: "mcp__shelf__lend",
        source: "mcp",
        domain: "shelf",
        description: "Lend a book",
        readOnly: false,
        destructive: false,
      },
    ],
    listToolboxes: async () => [...boxes.values()],
    async create({ name, tools }, actor) {
      if (tools.includes("nonsense")) throw new AppError("invalid", "There are no such tools: nonsense.");
      actors.push(actor);
      boxes.set(name, box(name, tools));
      return box(name, tools);
    },
    async update({ id, tools = [] }, actor) {
      if (boxes.get(id)?.isBuiltin) throw new AppError("invalid", `${id} comes with OpenHive.`);
      actors.push(actor);
      boxes.set(id, box(id, tools));
      return box(id, tools);
    },
    async remove(id) {
      if (boxes.get(id)?.isBuiltin) throw new AppError("invalid", `${id} comes with OpenHive.`);
      boxes.delete(id);
    },
  };
  return { boxes, actors, ...(await createToolBench(createToolboxTools(keeper))) };
}

test("tools are listed by family and name, found by words, without their schemas", async () => {
  const { call } = await bench();
  const result = await call("list_tools", { query: "toolbox" });
  expect(result).toMatchObject({ status: "ok", data: { total: 5 } });
  const { tools } = (result as unknown as { data: { tools: { name: string; destructive: boolean }[] } }).data;
  expect(tools.map((tool) => tool.name)).toEqual([...tools.map((tool) => tool.name)].sort());
  expect(tools.filter((tool) => tool.destructive).map((tool) => tool.name)).toEqual(["delete_toolbox"]);
  expect(await call("list_tools", { source: "custom" })).toMatchObject({ data: { total: 0 } });
});

test("the catalogue has the tools of connected servers too, each with its server", async () => {
  const { call } = await bench();
  const shelf = { name: "mcp__shelf__lend", source: "mcp", domain: "shelf", destructive: false };
  for (const input of [{ source: "mcp" }, { domain: "shelf" }, { query: "BOOK" }])
    expect(await call("list_tools", input)).toMatchObject({ data: { total: 1, tools: [shelf] } });
});

test("a toolbox is made, changed by adding and removing, and deleted, and the agent is named as who did", async () => {
  const { call, boxes, actors } = await bench();
  await call("create_toolbox", { name: "press", tools: ["grep"] });
  await call("update_toolbox", { toolbox: "PRESS", add: ["think"], remove: ["grep"] });
  expect(boxes.get("press")?.tools).toEqual(["think"]);
  expect(actors).toEqual(["Agent Lead", "Agent Lead"]);
  expect(await call("delete_toolbox", { toolbox: "press" })).toMatchObject({ code: "invalid_input" });
  await call("delete_toolbox", { toolbox: "press", confirm: true });
  expect(boxes.has("press")).toBe(false);
});

test.each([
  ["create_toolbox", { name: "x", tools: ["nonsense"] }, /no such tools: nonsense/],
  ["update_toolbox", { toolbox: "scout", add: ["think"] }, /comes with OpenHive/],
  ["update_toolbox", { toolbox: "nobody", add: ["think"] }, /no toolbox nobody/],
  ["update_toolbox", { toolbox: "mine" }, /Nothing to change/],
  ["delete_toolbox", { toolbox: "scout", confirm: true }, /comes with OpenHive/],
])("%s with %j is refused in words", async (name, input, message) => {
  const { call } = await bench();
  expect(await call(name, input)).toMatchObject({
    status: "error",
    code: "invalid_input",
    message: expect.stringMatching(message),
  });
});

test("an agent does not change a toolbox that it has itself", async () => {
  const { boxes, tools } = await bench();
  const update = tools.find((tool) => tool.name === "update_toolbox");
  const bound = update?.bind({ toolbox: "mine", add: ["run_shell"] });
  if (!bound?.ok) throw new Error("It takes this.");
  const agent = { name: "Lead", toolboxes: ["mine"] };
  expect(await bound.value({ scope: { agent } } as never)).toMatchObject({ code: "denied" });
  expect(boxes.get("mine")?.tools).toEqual(["grep", "think"]);
});

test("what grants tools is for leads, and by its name alone", async () => {
  const { tools } = await bench();
  for (const tool of tools) expect(tool).toMatchObject({ grant: "name", availability: ["main"] });
});
