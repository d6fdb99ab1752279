import { expect, test } from "vitest";
import { BUILTIN_TOOLBOXES } from "./builtin-toolboxes.ts";
import { CORE_TOOLS, FRAME_TOOLS } from "./core-floor.ts";
import { grantOf } from "./grant-of.ts";
import { plannedTools } from "./planned-tools.ts";

const native = (name: string) => ({ name, grant: "toolbox" as const });
const box = (...tools: string[]) => ({ name: "mine", tools });

test("the core floor is the sixteen tools an agent needs, once each", () => {
  expect(CORE_TOOLS).toHaveLength(16);
  expect(new Set([...CORE_TOOLS, ...FRAME_TOOLS]).size).toBe(CORE_TOOLS.length + FRAME_TOOLS.length);
  expect(CORE_TOOLS).toEqual(
    expect.arrayContaining(["update_task_status", "request_input", "report_to_parent", "prompt_secret"]),
  );
});

test("nine toolboxes come with OpenHive", () => {
  expect(BUILTIN_TOOLBOXES.map(({ name, tools }) => [name, tools.length])).toEqual([
    ["all", 1],
    ["research", 16],
    ["ops", 9],
    ["code", 24],
    ["scout", 6],
    ["email", 6],
    ["calendar", 7],
    ["address-book", 4],
    ["configurator", 57],
  ]);
  for (const { tools } of BUILTIN_TOOLBOXES) expect(new Set(tools).size).toBe(tools.length);
});

test("scout looks and does nothing else; code, research and ops may send one", () => {
  const toolsOf = (name: string) => BUILTIN_TOOLBOXES.find((one) => one.name === name)?.tools ?? [];
  expect(toolsOf("scout")).toEqual([
    "grep",
    "read_file",
    "list_directory",
    "web_search",
    "browse_url",
    "extract_links",
  ]);
  for (const name of ["code", "research", "ops"]) expect(toolsOf(name)).toContain("scout");
});

test.each([...CORE_TOOLS, ...FRAME_TOOLS])("without any toolbox an agent has %s", (name) => {
  expect(grantOf(native(name), []).isGranted).toBe(true);
});

test("without any toolbox it has nothing else that is native", () => {
  for (const name of ["web_search", "recall", "create_agent", "http_request"])
    expect(grantOf(native(name), []).isGranted).toBe(false);
});

test("toolboxes add up", () => {
  const boxes = [box("web_search"), box("recall")];
  expect(grantOf(native("web_search"), boxes).isGranted).toBe(true);
  expect(grantOf(native("recall"), boxes).isGranted).toBe(true);
  expect(grantOf(native("forget"), boxes).isGranted).toBe(false);
});

test.each<[string, "toolbox" | "name", boolean]>([
  ["web_search", "toolbox", true],
  ["custom_rates", "toolbox", true],
  ["plugin_maps_route", "toolbox", false],
  ["plugin_maps_route", "name", false],
  ["mcp_github_pull", "toolbox", false],
  ["mcp__github__pull", "name", false],
  ["create_toolbox", "name", false],
])("* and %s, granted by %s: %s", (name, grant, isGranted) => {
  expect(grantOf({ name, grant }, [box("*")]).isGranted).toBe(isGranted);
  expect(grantOf({ name, grant }, [box("*", name)]).isGranted).toBe(true);
});

test("a plain list never brings custom tools with it", () => {
  expect(grantOf(native("custom_rates"), [box("web_search")]).isGranted).toBe(false);
});

test("what was drawn needs no toolbox", () => {
  expect(grantOf({ name: "mcp__github__pull", grant: "drawing" }, []).isGranted).toBe(true);
});

test.each([
  ["Core floor: every agent has it", native("think"), []],
  ["Toolbox mine lists it", native("recall"), [box("recall")]],
  ["Toolbox mine has every native tool", native("recall"), [box("*")]],
  ["Granted on the canvas", { name: "mcp__github__pull", grant: "drawing" as const }, []],
  ["The agent has no toolbox that lists it", native("recall"), []],
  ["None of the agent's toolboxes lists it", native("recall"), [box("forget")]],
  [
    "A toolbox has to list create_toolbox by its name; * does not cover it",
    { name: "create_toolbox", grant: "name" as const },
    [box("*")],
  ],
])("people read why: %s", (reason, tool, boxes) => {
  expect(grantOf(tool, boxes).reason).toBe(reason);
});

test("planned tools are those that sets name and nobody built, with the sets", () => {
  const planned = plannedTools(new Set(["web_search", ...CORE_TOOLS]));
  expect(planned.find(({ name }) => name === "web_search")).toBeUndefined();
  expect(planned.find(({ name }) => name === "recall")?.namedBy).toEqual(
    expect.arrayContaining(["Toolbox research", "Toolbox ops", "Toolbox code"]),
  );
  expect(planned.some(({ name }) => name === "*")).toBe(false);
  expect(planned.map(({ name }) => name)).toEqual([...planned.map(({ name }) => name)].sort());
});
