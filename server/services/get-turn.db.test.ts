import { afterAll, beforeAll, expect, test } from "vitest";
import type { Message } from "../contract/message.ts";
import { resultText } from "../contract/tool-result.ts";
import type { ModelHandler, ModelServerRequest, ServedMessage } from "../testing/model-script.ts";
import { openPlayedHive, type PlayedHive } from "../testing/open-played-hive.ts";
import { drawPlayedOrg, modelVariables } from "../testing/played-org.ts";

const TURNS = 24;
let played: PlayedHive;

beforeAll(async () => {
  played = await openPlayedHive();
  // Room for half of what the agent will have said.
  await played.hive.services.saveProvider({
    id: "small",
    kind: "openai-compatible",
    name: "Small",
    baseUrl: modelVariables(played.models)["OPENAI_COMPATIBLE_BASE_URL"] ?? "",
    apiKey: "loopback",
    models: ["lead"],
    contextTokens: { lead: 16_000 },
  });
});
afterAll(() => played.close());

const isSummary = ({ system }: ModelServerRequest) => system.startsWith("You keep the notes");

/** Says much in each turn and calls something; sums up when it is asked to. */
function talkative(): ModelHandler {
  let turn = 0;
  return (request) => {
    if (isSummary(request)) return { text: `What was done before turn ${turn + 1}.` };
    turn += 1;
    if (turn === TURNS) return { text: "Done." };
    const items = [`step ${turn}`];
    return {
      text: `Turn ${turn}. ${"A good many words. ".repeat(260)}`,
      calls: [{ name: "set_todos", input: { items } }],
    };
  };
}

const served = (message: ServedMessage) => [message.role, message.text];
const shown = (message: Message) => [
  message.role,
  message.role === "tool" ? resultText(message.result) : message.text,
];

test("whatever was summed up on the way, each turn shows the messages that its model was sent", async () => {
  played.models.use(talkative());
  const document = drawPlayedOrg(["lead"]);
  const [lead] = document.agents;
  if (!lead) throw new Error("Nobody leads.");
  const org = await played.hive.addOrg({
    ...document,
    agents: [{ ...lead, model: { provider: "small", model: "lead" } }],
  });
  await using run = await played.hive.run(org, "Talk");
  await run.finished();
  const { sessionId = "" } = run.events.find(({ type }) => type === "session.started") ?? {};
  const requests = played.models.requests.filter((request) => !isSummary(request));
  expect(requests).toHaveLength(TURNS);
  expect(run.events.filter(({ type }) => type === "context.compacted").length).toBeGreaterThan(1);
  for (const [index, request] of requests.entries()) {
    const turn = await played.hive.services.getTurn(run.runId, sessionId, index + 1);
    const summaries = turn.messages.filter(
      (message) => message.role === "user" && /in short/.test(message.text),
    );
    expect(summaries).toEqual(turn.isSummarised ? [turn.messages[1]] : []);
    expect(turn.messages.map(shown), `turn ${index + 1}`).toEqual(request.messages.map(served));
  }
});

test("a turn that the server refused as too long shows what it was sent in the end", async () => {
  const turns = talkative();
  const refused = {
    status: 400,
    body: '{"error":{"message":"Too much.","code":"context_length_exceeded"}}',
  };
  played.models.use((request) =>
    !isSummary(request) && request.messages.length > 9 ? refused : turns(request),
  );
  const before = played.models.requests.length;
  const org = await played.hive.addOrg(drawPlayedOrg(["lead"]));
  await using run = await played.hive.run(org, "Talk");
  await run.finished();
  expect(run.events.at(-1)).toMatchObject({ type: "run.finished", status: "completed" });
  const { sessionId = "" } = run.events.find(({ type }) => type === "session.started") ?? {};
  const taken = played.models.requests
    .slice(before)
    .filter((request) => !isSummary(request) && request.messages.length <= 9);
  expect(taken).toHaveLength(TURNS);
  for (const [index, request] of taken.entries()) {
    const turn = await played.hive.services.getTurn(run.runId, sessionId, index + 1);
    expect(turn.messages.map(shown), `turn ${index + 1}`).toEqual(request.messages.map(served));
  }
});
