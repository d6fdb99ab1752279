import { expect, test } from "vitest";
import { parseMcpJson } from "./parse-mcp-json.ts";

const variable = (name: string) => `$\{${name}}`;
const parse = (value: unknown) => parseMcpJson(JSON.stringify(value));

test("a .mcp.json gives its servers", () => {
  const servers = parse({
    mcpServers: { files: { command: "npx", args: ["-y", "x"], env: { KEY: "v", PORT: 1 } } },
  });
  expect(servers).toEqual([
    { name: "files", command: "npx", args: ["-y", "x"], env: { KEY: "v", PORT: "1" } },
  ]);
});

test("the map of servers alone is enough, and fields of other clients are ignored", () => {
  const servers = parse({
    a: { type: "stdio", command: "a", disabled: false, timeout: 5 },
    b: { command: "b", args: null },
  });
  expect(servers.map((server) => server.name)).toEqual(["a", "b"]);
});

test("names are cleaned", () => {
  expect(parse({ "My server (2)!": { command: "a" } })[0]?.name).toBe("My-server-2");
});

test.each<[string, unknown, RegExp]>([
  [
    "a remote server",
    { a: { url: "https://example.com/mcp" } },
    /"a": only servers that are started by a command/,
  ],
  ["a remote type", { a: { type: "sse", command: "x" } }, /only servers that are started/],
  ["no command", { a: { args: [] } }, /"a": it has no command/],
  ["an empty command", { a: { command: "" } }, /"a".*Type the command/],
  ["args that are no list", { a: { command: "x", args: "y" } }, /"a".*args/],
  ["a name of odd characters alone", { "!!": { command: "x" } }, /"!!"/],
  [
    "two names that clean to one",
    { "a b": { command: "x" }, "a-b": { command: "y" } },
    /another server is called a-b/,
  ],
  [
    "a reference to the shell",
    { a: { command: "x", env: { KEY: variable("API_KEY") } } },
    /refers to \$\{API_KEY\}.*write the value/,
  ],
  ["no servers", { mcpServers: {} }, /no server in it/],
  ["a list", [], /should look like/],
  ["one server without a name", { command: "x", args: [] }, /Put a name around/],
])("%s is refused with a reason", (_what, value, reason) => {
  expect(() => parse(value)).toThrow(reason);
});

test("one bad server keeps all of them out, and every bad one is named", () => {
  const text = JSON.stringify({ good: { command: "x" }, bad: {}, worse: { url: "u" } });
  expect(() => parseMcpJson(text)).toThrow(/"bad".*\n.*"worse"/);
});

test("text that is not JSON is refused with the place", () => {
  expect(() => parseMcpJson('{"a": ')).toThrow(/not a valid \.mcp\.json/);
});

test("OpenHive's own folders may be named", () => {
  const [server] = parse({
    a: { command: "x", args: [`${variable("OPENHIVE_RUN_DIR")}/in`, variable("OPENHIVE_DATA_DIR")] },
  });
  expect(server?.args).toEqual([`${variable("OPENHIVE_RUN_DIR")}/in`, variable("OPENHIVE_DATA_DIR")]);
});
