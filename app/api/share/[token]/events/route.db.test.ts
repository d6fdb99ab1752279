import { afterAll, beforeAll, expect, test } from "vitest";
import { shareContainer } from "@/server/shared-container.ts";
import { openPlayedHive, type PlayedHive } from "@/server/testing/open-played-hive.ts";
import { drawPlayedOrg } from "@/server/testing/played-org.ts";
import { GET, HEAD } from "./route.ts";

/** Readers of one link at once. */
const MOST_READERS = 200;

let played: PlayedHive;
let token: string;
/** Kept, as by the server that answers them: a request that nobody holds any more does not abort. */
const asked: Request[] = [];

beforeAll(async () => {
  played = await openPlayedHive();
  const { hive } = played;
  shareContainer(hive);
  await hive.services.createOrg({ document: drawPlayedOrg(["lead"]), slug: "shared" });
  await using run = await hive.run(await hive.services.getOrg("shared"), "Say something");
  await run.finished();
  ({ token } = await hive.services.shareRun({ runId: run.runId }));
});
afterAll(() => played.close());

function ask(method: "GET" | "HEAD", wanted = token, signal?: AbortSignal): Promise<Response> {
  const url = `http://127.0.0.1/api/share/${wanted}/events`;
  const request = new Request(url, { method, ...(signal && { signal }) });
  asked.push(request);
  return (method === "GET" ? GET : HEAD)(request, { params: Promise.resolve({ token: wanted }) });
}

test("asked for the head alone, a link answers as it would with its events, and nobody's place is taken", async () => {
  const shown = await ask("GET");
  for (let count = 0; count < MOST_READERS; count++) expect((await ask("HEAD")).status).toBe(200);
  const head = await ask("HEAD");
  expect([head.body, [...head.headers]]).toEqual([null, [...shown.headers]]);
  await shown.body?.cancel();
});

test("asked for the head alone, a link that leads nowhere or that is full says so", async () => {
  expect((await ask("HEAD", "A".repeat(43))).status).toBe(404);
  const leaving = new AbortController();
  const readers = await Promise.all(
    Array.from({ length: MOST_READERS }, () => ask("GET", token, leaving.signal)),
  );
  const refused = await ask("HEAD");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "60"]);
  // Gone with their requests, though nobody cancelled what they were given.
  leaving.abort();
  expect((await ask("HEAD")).status).toBe(200);
  await Promise.all(readers.map((reader) => reader.body?.cancel()));
});
