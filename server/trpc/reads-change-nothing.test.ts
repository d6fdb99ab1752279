import { expect, test } from "vitest";
import type { Services } from "../contract/services.ts";
import { appRouter, createCaller } from "./root.ts";

const ID = "01a21fc7-65b2-7622-9388-fcbc0d7ee6df";
const session = { runId: ID, sessionId: ID };

/** An input of each procedure that a GET reaches: no browser asks before it sends one for another site's page. */
const INPUTS: Readonly<Record<string, unknown>> = {
  "mcp.list": undefined,
  "orgs.get": { idOrSlug: "desk" },
  "orgs.list": undefined,
  "orgs.sketches": { orgs: [] },
  "orgs.templates": undefined,
  "orgs.version": { orgId: ID, version: 1 },
  "orgs.versions": { orgId: ID },
  "providers.list": undefined,
  "runs.artifacts": { runId: ID },
  "runs.changes": undefined,
  "runs.follow": { runId: ID },
  "runs.get": { runId: ID },
  "runs.list": {},
  "runs.shares": { runId: ID },
  "runs.turn": { ...session, turn: 1 },
  "runs.workspace": { runId: ID },
  "secrets.list": undefined,
  "skills.activation": { name: "figures" },
  "skills.changes": undefined,
  "skills.environment": { name: "figures" },
  "skills.examples": { name: "figures" },
  "skills.file": { name: "figures", path: "SKILL.md" },
  "skills.folders": undefined,
  "skills.get": { name: "figures" },
  "skills.list": undefined,
  "skills.manual": { name: "figures" },
  "skills.previewMend": { name: "figures", rule: "name", file: "SKILL.md" },
  "skills.projects": undefined,
  "toolboxes.list": undefined,
  "tools.audit": {},
  "tools.builtin": undefined,
  "tools.grants": undefined,
  "tools.planned": undefined,
  "tools.policy": undefined,
  "waits.answered": undefined,
  "waits.get": { waitId: ID },
  "waits.leadingUp": session,
  "waits.notices": undefined,
  "waits.open": undefined,
  "waits.rights": session,
};

interface Router {
  readonly _def: {
    readonly procedures: Readonly<Record<string, { readonly _def: { readonly type: string } }>>;
  };
}

const reads = Object.entries((appRouter as unknown as Router)._def.procedures)
  .filter(([, procedure]) => procedure._def.type !== "mutation")
  .map(([path]) => path);

test("every procedure that a GET reaches is tried here", () => {
  expect(Object.keys(INPUTS)).toEqual(reads.toSorted());
});

test.each(reads)("%s, which a GET reaches, calls nothing but what reads", async (path) => {
  const called: string[] = [];
  const services = new Proxy({} as Services, {
    get: (_, name) => () => {
      called.push(String(name));
      return (async function* () {})();
    },
  });
  const [router = "", name = ""] = path.split(".");
  const caller = createCaller({ services }) as unknown as Callers;
  const answer = await caller[router]?.[name]?.(INPUTS[path]);
  if (isStream(answer)) for await (const _ of answer);
  expect(called).not.toEqual([]);
  for (const service of called) expect(service).toMatch(/^(list|get|read|follow|preview|view|sketch)[A-Z]/);
});

type Callers = Readonly<Record<string, Readonly<Record<string, (input: unknown) => Promise<unknown>>>>>;

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
