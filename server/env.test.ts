import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readEnvironment, variableNames } from "./env.ts";

/** The system's own; engines of containers read them. */
const SYSTEM = ["HOME", "XDG_RUNTIME_DIR", "DOCKER_HOST", "DOCKER_CONTEXT", "CONTAINER_HOST", "PATH"];

test.each([
  ["README.md", (text: string) => text.match(/(?<=`)[A-Z][A-Z_]+(?=`)/g)],
  [".env.example", (text: string) => text.match(/(?<=^#?)[A-Z][A-Z_]+(?==)/gm)],
])("%s names each variable that is read, and no other of ours", (file, namesIn) => {
  const named = new Set(namesIn(readFileSync(join(import.meta.dirname, "..", file), "utf8")));
  const own = variableNames.filter((name) => !SYSTEM.includes(name));
  expect(own.filter((name) => !named.has(name))).toEqual([]);
  const stale = [...named].filter((name) => name.startsWith("OPENHIVE_") && !own.includes(name));
  expect(stale).toEqual([]);
});

test("an empty environment serves on loopback with the embedded database", () => {
  const { host, port, databaseUrl, role, rehearsalPace } = readEnvironment({});
  expect({ host, port, databaseUrl, role, rehearsalPace }).toEqual({
    host: "127.0.0.1",
    port: 3000,
    databaseUrl: undefined,
    role: "all",
    rehearsalPace: 1,
  });
});

test("unless told otherwise an approval waits for two minutes, and ten safe calls run at once", () => {
  expect(readEnvironment({})).toMatchObject({ approvalSeconds: 120, maxToolConcurrency: 10 });
});

test("an empty variable counts as absent", () => {
  expect(readEnvironment({ PORT: "", DATABASE_URL: "  ", OPENAI_API_KEY: "" })).toEqual(readEnvironment({}));
});

test("skill processes are limited to the processors, between two and four", () => {
  const { pythonConcurrency } = readEnvironment({});
  expect(pythonConcurrency).toBeGreaterThanOrEqual(2);
  expect(pythonConcurrency).toBeLessThanOrEqual(4);
});

test("a pace of zero means no waiting", () => {
  expect(readEnvironment({ OPENHIVE_REHEARSAL_PACE: "0" }).rehearsalPace).toBe(0);
});

test("limits of providers are read by their ids", () => {
  const { providerLimits } = readEnvironment({ OPENHIVE_PROVIDER_LIMITS: "anthropic=20, openai=10" });
  expect([...providerLimits]).toEqual([
    ["anthropic", 20],
    ["openai", 10],
  ]);
});

test("a port for health is told apart from the port of the pages that nobody set", () => {
  expect(readEnvironment({}).statusPort).toBeUndefined();
  expect(readEnvironment({ PORT: "9000" })).toMatchObject({ port: 9000, statusPort: 9000 });
});

test.each([
  ["PORT", "70000", "must be at most 65535"],
  ["PORT", "three", "must be a whole number"],
  ["OPENHIVE_ROLE", "boss", "must be web, worker or all"],
  ["DATABASE_URL", "mysql://127.0.0.1/x", "must look like postgresql://"],
  ["OPENAI_BASE_URL", "not an address", "must be a web address"],
  ["OPENHIVE_MAX_TOOL_USE_CONCURRENCY", "0", "must be at least 1"],
  ["OPENHIVE_PROVIDER_LIMITS", "anthropic", "must look like anthropic=20,openai=10"],
  ["OPENHIVE_PROVIDER_LIMITS", "anthropic=0", "must look like anthropic=20,openai=10"],
  ["OPENHIVE_REHEARSAL_PACE", "fast", "must be a number"],
])("%s=%s is refused with what it must be", (name, value, sentence) => {
  expect(() => readEnvironment({ [name]: value })).toThrow(`The environment variable ${name} ${sentence}`);
});

test("a refused value is not repeated, because it may be a secret", () => {
  const read = () => readEnvironment({ DATABASE_URL: "secret-word" });
  expect(read).toThrow(/DATABASE_URL/);
  expect(read).not.toThrow(/secret-word/);
});
