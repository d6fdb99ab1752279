import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DENY } from "../contract/approval.ts";
import { auditFilterInput } from "../contract/audit.ts";
import type { OrgFile } from "../contract/org-files.ts";
import { saveSecretInput } from "../contract/secrets.ts";
import { openPlayedHive, type PlayedHive } from "../testing/open-played-hive.ts";
import { lastResult, playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg } from "../testing/played-org.ts";
import { fromZip } from "./org-files/org-zip.ts";

const value = `9k${randomBytes(20).toString("hex").replaceAll("0", "z")}7q`;
const piece = value.slice(0, 12);

let played: PlayedHive;
let hive: PlayedHive["hive"];
let models: PlayedHive["models"];
let site: Server;
const url = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;

beforeAll(async () => {
  site = createServer((request, response) => {
    response.setHeader("content-type", "text/plain");
    const size = Number(new URL(request.url ?? "/", "http://x").searchParams.get("before"));
    response.end(`${"x".repeat(size)} ${value} and more ${"y".repeat(200)}`);
  });
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  played = await openPlayedHive({ OPENHIVE_OUTBOUND_ALLOW: "127.0.0.1", OPENHIVE_RESULT_MAX_CHARS: "1000" });
  ({ hive, models } = played);
  await hive.services.saveSecret(saveSecretInput.parse({ name: "HIDDEN", value }));
});
afterAll(async () => {
  site.close();
  await played.close();
});

function draw(persona = "") {
  const document = drawPlayedOrg(["lead > a"]);
  return {
    ...document,
    agents: document.agents.map((agent) => ({
      ...agent,
      persona: `${agent.persona} ${persona}`,
      toolboxes: ["all"],
    })),
  };
}

test.each([
  ["whole", { before: 10, more: {} }],
  ["cut by the tool in the middle of it", { before: 85, more: { max_chars: 100 } }],
  ["cut because the result is long", { before: 815, more: {} }],
])(
  "a secret that a tool reads is hidden in result, events and files: %s",
  async (_what, { before, more }) => {
    models.use(
      playByTurn({
        lead: [
          { calls: [{ name: "web_fetch", input: { url: `${url()}?before=${before}`, ...more } }] },
          (request) => ({ text: lastResult(request) }),
        ],
      }),
    );
    await using run = await hive.run(await hive.addOrg(draw()), "Read it");
    const { answer } = await run.finished();
    expect(answer).toContain("[REDACTED]");
    expect(answer).toContain("One secret value was hidden");
    expect(JSON.stringify(run.events)).not.toContain(piece);
    for (const file of await hive.services.listArtifacts(run.runId))
      expect(Buffer.from((await hive.services.readArtifact(file.id)).content).toString()).not.toContain(
        piece,
      );
  },
);

test("what people typed into a run is hidden where others look: shared runs, exports, the audit", async () => {
  const sql = `drop table t_${value}`;
  models.use(
    playByTurn({
      lead: [
        { calls: [{ name: "db_exec", input: { sql, confirm_destructive: true } }] },
        (request) => ({ text: lastResult(request) }),
      ],
    }),
  );
  const org = await hive.addOrg(draw(`The key is ${value}.`));
  await using run = await hive.run(org, `Use ${value} for it`);
  const { waitId } = await run.waitFor("question.asked");
  await hive.services.answerWait(waitId, { answers: [{ selected: [DENY], text: "", isSkipped: false }] });
  await run.finished();

  const { token } = await hive.services.shareRun({ runId: run.runId, days: 1 });
  const shared: unknown[] = [await hive.services.getSharedRun(token)];
  const leaving = new AbortController();
  for await (const batch of await hive.services.followSharedRun(token, 0, leaving.signal)) {
    shared.push(...batch);
    if (batch.some((event) => event.type === "run.finished")) leaving.abort();
  }
  expect(JSON.stringify(shared)).toContain("Use [REDACTED] for it");
  expect(JSON.stringify(shared)).not.toContain(piece);

  const { exportOrg, exportOrgArchive, exportOrgText } = hive.services;
  const textOf = (files: readonly OrgFile[]) =>
    files.map(({ content }) => Buffer.from(content).toString()).join("\n");
  const exports = [
    textOf((await exportOrg(org.id)).files),
    textOf(await fromZip((await exportOrgArchive(org.id)).content)),
    (await exportOrgText(org.id)).text,
  ];
  for (const exported of exports) {
    expect(exported).toContain("The key is [REDACTED].");
    expect(exported).not.toContain(piece);
  }

  const { entries } = await hive.services.listAudit(auditFilterInput.parse({ runId: run.runId }));
  expect(entries).toMatchObject([
    { decision: "denied", detail: { input: { sql: "drop table t_[REDACTED]" } } },
  ]);
  for (const format of ["csv", "jsonl"] as const) {
    let text = "";
    for await (const part of hive.services.exportAudit(format)) text += part;
    expect(text).toContain("t_[REDACTED]");
    expect(text).not.toContain(piece);
  }
});

test("a server that prints its environment, and a log line, give nothing away", async () => {
  const script = "console.error('started with ' + process.env.TOKEN); process.exit(1)";
  await hive.services.saveMcpServer({
    name: "loud",
    command: process.execPath,
    args: ["-e", script],
    env: { TOKEN: value },
  });
  const tested = await hive.services.testMcpServer("loud");
  expect(JSON.stringify(tested)).toMatch(/started with (\*\*\*|\[REDACTED\])/);
  expect(JSON.stringify(tested)).not.toContain(piece);
  hive.logger.warn({ header: `Bearer ${value}` }, `called with ${value}`);
  const [line] = hive.problems.splice(0);
  expect(line).toContain("[REDACTED]");
  expect(line).not.toContain(piece);
});
