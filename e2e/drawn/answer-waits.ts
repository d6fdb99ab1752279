import type { Client } from "pg";
import { v7 as uuid } from "uuid";
import type { QuestionAnswer } from "../../server/contract/questions.ts";
import type { WrittenRun } from "./write-run.ts";

const given = (label: string, text = ""): QuestionAnswer => ({
  answers: [{ selected: label === "" ? [] : [label], text, isSkipped: label === "" && text === "" }],
});

const approval = {
  tool: "bash",
  origin: { kind: "builtin", id: "shell" },
  input: { command: "rm -r build/prices" },
  digest: "drawn",
  summary: "rm -r build/prices",
  reason: "It may destroy something",
  identities: [],
  canRemember: true,
  chain: ["Lead"],
  expiresAt: "2126-01-01T00:00:00Z",
};

const question = (text: string, header = "") => ({ question: text, header, multiSelect: false, options: [] });

/** Seconds after the beginning of the run, what was asked, and what was said to it. */
const asked = [
  {
    at: 20,
    kind: "approval",
    request: { questions: [question("May bash run?", "Approval")], approval },
    answer: given("Deny", "Keep the prices of last week."),
  },
  {
    at: 12,
    kind: "question",
    request: { questions: [question("Which price base should the brief use?", "Prices")] },
    answer: given("Prices of 2025"),
  },
  {
    at: 5,
    kind: "question",
    request: { questions: [question("Which tone does the brief need?")] },
    answer: given(""),
  },
] as const;

/** Writes down what people were asked in a run and answered, the newest a call that was denied. */
export async function answerWaits(client: Client, { runId, idOf }: WrittenRun, begin: Date): Promise<void> {
  for (const { at, kind, request, answer } of asked)
    await client.query(
      `insert into wait (id, run_id, session_id, call_id, kind, request, status, answer, asked_at, answered_at)
values ($1, $2, $3, $4, $5, $6, 'answered', $7, $8, $9)`,
      [
        uuid(),
        runId,
        idOf("lead"),
        `asked-${at}`,
        kind,
        JSON.stringify(request),
        JSON.stringify(answer),
        new Date(begin.getTime() + at * 1_000),
        new Date(begin.getTime() + (at + 9) * 1_000),
      ],
    );
}
