import { expect, test } from "vitest";
import type { OrgDocument } from "../contract/org-document.ts";
import { orgDocumentSchema } from "../contract/org-document.ts";
import type { RunEvent } from "../contract/run-event.ts";
import { toSharedDocument } from "./shared-document.ts";
import { toSharedEvent } from "./shared-events.ts";

const PRIVATE = "private-words";
const head = { runId: "r", seq: 1, at: "2026-01-01T00:00:00.000Z", sessionId: "s", agent: "lead" };
const event = (body: object) => ({ ...head, ...body }) as unknown as RunEvent;

test("of an org a link shows where agents stand and what they are called, whatever else they have or get", () => {
  const set = {
    name: "Org",
    description: PRIVATE,
    task: PRIVATE,
    agents: ["a", "b"].map((id, index) => ({
      id,
      name: `Agent ${id}`,
      role: "Writes",
      icon: "pen",
      position: { x: index * 300, y: 0 },
      persona: PRIVATE,
      model: { provider: PRIVATE, model: PRIVATE },
      skills: [PRIVATE],
      mcp: [{ server: PRIVATE, tools: [PRIVATE] }],
      disabledTools: [PRIVATE],
      toolboxes: [PRIVATE],
      policy: { deny: [PRIVATE] },
      limits: { maxTurns: 77, budget: { tokens: 777_777 } },
    })),
    lines: [{ id: "l", parentId: "a", childId: "b", tools: [PRIVATE], budget: { tokens: 777_777 } }],
    notes: [{ id: "n", text: PRIVATE, position: { x: 0, y: 0 } }],
    groups: [{ id: "g", name: PRIVATE, position: { x: 0, y: 0 }, width: 90, height: 90, members: ["a"] }],
    direction: "right",
    policy: { deny: [PRIVATE] },
    workspace: "org",
  };
  const document = orgDocumentSchema.parse(set) as OrgDocument & Record<string, unknown>;
  const later = {
    ...document,
    added: PRIVATE,
    agents: document.agents.map((one) => ({ ...one, added: PRIVATE })),
  };
  const shared = toSharedDocument(later);
  expect(JSON.stringify(shared)).not.toMatch(/private-words|777|77/);
  expect(shared).toMatchObject({
    name: "Org",
    direction: "right",
    agents: [
      { id: "a", name: "Agent a", role: "Writes", icon: "pen", position: { x: 0, y: 0 } },
      { id: "b", position: { x: 300, y: 0 } },
    ],
    lines: [{ id: "l", parentId: "a", childId: "b" }],
  });
  expect(orgDocumentSchema.parse(shared), "the page can draw it").toEqual(shared);
});

test("of an event a link shows what is named for it, whatever else it has or gets", () => {
  const answered = { waitId: "w", callId: "c", answer: { answers: [] }, by: "A person" };
  expect(toSharedEvent(event({ type: "question.answered", ...answered, added: PRIVATE }))).toEqual(
    event({ type: "question.answered", ...answered }),
  );
  expect(toSharedEvent(event({ type: "run.paused" }))).toEqual(event({ type: "run.paused" }));
});

test("what a provider wants back, paths of programs and places of secrets are shown to nobody", () => {
  const message = { role: "assistant", text: "Said", calls: [{ callId: "c", name: "look", input: {} }] };
  const providerParts = { provider: "p", parts: [{ type: "reasoning", text: PRIVATE }] };
  const finished = toSharedEvent(
    event({ type: "turn.finished", turn: 1, message: { ...message, providerParts } }),
  );
  expect(finished).toMatchObject({ message });
  const asked = toSharedEvent(
    event({
      type: "question.asked",
      waitId: "w",
      callId: "c",
      questions: [],
      approval: { tool: "run", identities: [{ executable: PRIVATE, shape: PRIVATE }], chain: ["lead"] },
      secret: { name: "KEY", description: "", isReplacing: false, tools: [PRIVATE], hosts: [PRIVATE] },
    }),
  );
  expect(asked).toMatchObject({ approval: { tool: "run", chain: ["lead"] }, secret: { name: "KEY" } });
  expect(JSON.stringify([finished, asked])).not.toContain(PRIVATE);
});
