import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { earlyScript } from "./early-script.ts";

const RUN = "01a2238f-0000-7000-8000-000000000001";
const GET = `/api/trpc/orgs.get?batch=1&input=${encodeURIComponent('{"0":{"idOrSlug":"a desk"}}')}`;
const GET_RUN = `/api/trpc/runs.get?batch=1&input=${encodeURIComponent(`{"0":{"runId":"${RUN}"}}`)}`;
const PAST = `/api/runs/${RUN}/past`;
const asked: string[] = [];
const answers: Response[] = [];
let isAway = false;
let status = 200;

beforeEach(() => {
  vi.resetModules();
  asked.length = 0;
  answers.length = 0;
  isAway = false;
  status = 200;
  vi.stubGlobal("fetch", async (url: string) => {
    const count = asked.push(url);
    if (isAway) throw new TypeError("Nobody answers.");
    const answer = new Response(`answer ${count}`, { status });
    answers.push(answer);
    return answer;
  });
  vi.stubGlobal("window", globalThis);
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, "openhiveEarly");
});

/** The document of a page, and the client that its scripts bring later. */
async function openPage(pathname: string) {
  let onLoad = (): void => undefined;
  let letGo: (() => void) | undefined;
  const window: { openhiveEarly?: Window["openhiveEarly"] } = {};
  const setTimeout = (run: () => void) => {
    letGo = run;
  };
  const addEventListener = (type: string, run: () => void) => {
    if (type === "load") onLoad = run;
  };
  const page = { window, location: { pathname }, fetch, setTimeout, addEventListener };
  runInNewContext(earlyScript, page);
  Object.assign(globalThis, window);
  const early = await import("./early-fetch.ts");
  return { ...early, load: () => onLoad(), letGo: () => letGo?.() };
}

test("a drawing that the document asked for is handed over once, and then asked for again", async () => {
  const { fetchOrTakeEarly } = await openPage("/orgs/a%20desk");
  expect(asked).toEqual([GET]);
  expect(await (await fetchOrTakeEarly(GET)).text()).toBe("answer 1");
  expect(await (await fetchOrTakeEarly(GET)).text()).toBe("answer 2");
});

test("what the document asked for is asked alone, and only for as long as it holds the answer", async () => {
  const { fetchOrTakeEarly, isAskedEarly } = await openPage(`/runs/${RUN}`);
  expect(asked).toEqual([GET_RUN, PAST]);
  expect(["runs.get", "waits.open", "runs.getAll"].filter((path) => isAskedEarly({ path }))).toEqual([
    "runs.get",
  ]);
  expect(await (await fetchOrTakeEarly(GET_RUN)).text()).toBe("answer 1");
  expect(isAskedEarly({ path: "runs.get" })).toBe(false);
});

test("after a change no earlier answer is taken", async () => {
  const { fetchOrTakeEarly } = await openPage("/orgs/a%20desk");
  await fetchOrTakeEarly("/api/trpc/orgs.save", { method: "POST" });
  expect(await (await fetchOrTakeEarly(GET)).text()).toBe("answer 3");
});

test("what is let go is asked for again, but not before the scripts have come", async () => {
  const { readOrTakeEarly, fetchOrTakeEarly, load, letGo } = await openPage(`/runs/${RUN}`);
  // However long the scripts take.
  letGo();
  expect(await (await fetchOrTakeEarly(GET_RUN)).text()).toBe("answer 1");
  load();
  letGo();
  expect(await readOrTakeEarly(PAST)).toBe("answer 3");
});

test("a past that the document asked for is read to its end before anybody wants it, and given once", async () => {
  const { readOrTakeEarly } = await openPage(`/runs/${RUN}`);
  await expect.poll(() => answers.map((answer) => answer.bodyUsed)).toEqual([false, true]);
  expect(await readOrTakeEarly(PAST)).toBe("answer 2");
  expect(await readOrTakeEarly(PAST)).toBe("answer 3");
});

test("what failed or was refused is asked for again", async () => {
  isAway = true;
  const { readOrTakeEarly, fetchOrTakeEarly } = await openPage(`/runs/${RUN}`);
  isAway = false;
  expect(await (await fetchOrTakeEarly(GET_RUN)).text()).toBe("answer 3");
  expect(await readOrTakeEarly(PAST)).toBe("answer 4");
  status = 404;
  const other = await openPage(`/runs/${RUN}`);
  await expect(other.readOrTakeEarly(PAST)).rejects.toThrow("404");
  expect(asked).toHaveLength(7);
});

test.each(["/orgs", "/orgs/a/b", "/runs", "/runs/compare", "/settings"])(
  "%s asks for nothing early",
  async (path) => {
    await openPage(path);
    expect(asked).toEqual([]);
  },
);
