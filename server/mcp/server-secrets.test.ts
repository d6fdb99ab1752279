import { afterEach, beforeEach, expect, test } from "vitest";
import { resultText } from "../contract/tool-result.ts";
import { findProcess } from "../security/process-table.ts";
import { createMcpFixture, type McpFixture, mcpContext } from "../testing/mcp-fixture.ts";
import type { ServerSecretWish } from "./server-secrets.ts";

const wishes: ServerSecretWish[] = [];
let stamp: number;
let fixture: McpFixture;
beforeEach(async () => {
  wishes.length = 0;
  stamp = 0;
  fixture = await createMcpFixture({}, undefined, {
    async open(wish) {
      wishes.push(wish);
      return { ok: true, values: new Map(wish.names.map((name) => [name, `value of "${name}"`])) };
    },
    stamp: async (names) => `${stamp} ${names.join()}`,
  });
});
afterEach(() => fixture.dispose());

async function ask(tool: string) {
  const result = await fixture.manager.call({ server: "s", tool, input: {} }, mcpContext());
  return result.status === "pending" ? "pending" : resultText(result);
}

test("secrets are asked for once, when the server starts, for the server and by the call that starts it", async () => {
  await fixture.addScripted("s", "good", { TOKEN: "{{secret:A}}", OTHER: "a {{secret:B}} {{secret:A}}" });
  expect(JSON.parse(await ask("environment"))).toMatchObject({
    TOKEN: 'value of "A"',
    OTHER: 'a value of "B" value of "A"',
  });
  await ask("environment");
  expect(wishes).toMatchObject([
    {
      names: ["A", "B"],
      server: { name: "mcp__s", groups: ["mcp", "mcp:s"] },
      context: { sessionId: "session" },
    },
  ]);
  const server = await fixture.book.get("s");
  expect(server && (await fixture.manager.testServer(server))).toMatchObject({ error: null });
  expect(wishes[1]?.context).toBeUndefined();
});

test("a server whose secrets changed is started anew by the next call, and the old process ends", async () => {
  await fixture.addScripted("s", "good", { TOKEN: "{{secret:A}}" });
  const pid = Number(await ask("pid"));
  expect(Number(await ask("pid"))).toBe(pid);
  stamp += 1;
  expect(Number(await ask("pid"))).not.toBe(pid);
  expect(wishes).toHaveLength(2);
  await expect.poll(() => findProcess(pid)).toBeUndefined();
});

test("a server without references asks for nothing", async () => {
  await fixture.addScripted("s", "good", { TOKEN: "written here" });
  await ask("pid");
  expect(wishes).toEqual([]);
});

test("a server that tells its secret in its tool list does not give it away", async () => {
  await fixture.addScripted("s", "telling", { TOKEN: "{{secret:A}}" });
  const { tools, error } = await fixture.manager.testAndRemember("s");
  expect(error).toBeNull();
  expect(tools).toMatchObject([
    {
      description: "Works with ***",
      inputSchema: { properties: { key: { type: "string", default: "***" } } },
    },
  ]);
});

test("last words are without the values, and those of the settings too", async () => {
  await fixture.addScripted("s", "good", { TOKEN: "{{secret:A}}" });
  const told = await ask("die");
  expect(told).toContain("disk on fire, token ***");
  expect(told).not.toContain('value of "A"');
});

test.each([
  ["a reference that cannot be read", { env: { A: "{{secret:no name}}" } }, "could not be read"],
  ["a reference in the command", { command: "{{secret:A}}" }, "Its command refers to a secret"],
])("%s starts nothing, and says what to mend", async (_what, settings, told) => {
  await fixture.book.save({ name: "s", command: "node", args: [], env: {}, ...settings });
  expect(await ask("pid")).toContain(told);
  expect(wishes).toEqual([]);
});
