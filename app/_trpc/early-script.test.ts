import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { earlyScript } from "./early-script.ts";

/** A stream as a browser's, told by the test. */
class FakeSource extends EventTarget {
  static readonly opened: FakeSource[] = [];
  readonly CLOSED = 2;
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.opened.push(this);
  }
  close(): void {
    this.readyState = 2;
  }
  tell(type: string, data = ""): void {
    this.dispatchEvent(new MessageEvent(type, { data, lastEventId: data }));
  }
}

const RUN = "01a2238f-0000-7000-8000-000000000001";
const FOLLOW = `/api/trpc/runs.follow?input=${encodeURIComponent(`{"json":{"runId":"${RUN}","lastEventId":"0"}}`)}`;
const GET = `/api/trpc/orgs.get?batch=1&input=${encodeURIComponent('{"0":{"json":{"idOrSlug":"a desk"}}}')}`;
const asked: string[] = [];

beforeEach(() => {
  vi.resetModules();
  FakeSource.opened.length = 0;
  asked.length = 0;
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return new Response(`answer ${asked.length}`);
  });
  vi.stubGlobal("window", globalThis);
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, "openhiveEarly");
});

/** The document of a page, and the client that its scripts bring later. */
async function openPage(pathname: string) {
  let letGo = (): void => undefined;
  const window: { openhiveEarly?: Window["openhiveEarly"] } = {};
  const setTimeout = (run: () => void) => {
    letGo = run;
  };
  runInNewContext(earlyScript, { window, location: { pathname }, fetch, EventSource, setTimeout });
  Object.assign(globalThis, window);
  const { fetchOrTakeEarly } = await import("./early-fetch.ts");
  const { EarlyEventSource } = await import("./early-event-source.ts");
  return { fetchOrTakeEarly, EarlyEventSource, letGo: () => letGo() };
}

/** What a reader that begins to listen now is told. */
function listen(source: EventSource): string[] {
  const told: string[] = [];
  for (const type of ["connected", "message", "return"])
    source.addEventListener(type, (event) => told.push(`${type} ${(event as MessageEvent).data}`));
  return told;
}

test("a drawing that the document asked for is handed over once, and then asked for again", async () => {
  const { fetchOrTakeEarly } = await openPage("/orgs/a%20desk");
  expect(asked).toEqual([GET]);
  expect(await (await fetchOrTakeEarly(GET)).text()).toBe("answer 1");
  expect(await (await fetchOrTakeEarly(GET)).text()).toBe("answer 2");
});

test("after a change no earlier answer is taken", async () => {
  const { fetchOrTakeEarly } = await openPage("/orgs/a%20desk");
  await fetchOrTakeEarly("/api/trpc/orgs.save", { method: "POST" });
  expect(await (await fetchOrTakeEarly(GET)).text()).toBe("answer 3");
});

test("a reader hears what came before it, then what comes, in order and once", async () => {
  const { EarlyEventSource } = await openPage(`/runs/${RUN}`);
  const [source] = FakeSource.opened;
  source?.tell("connected", "{}");
  source?.tell("message", "1");
  const told = listen(new EarlyEventSource(FOLLOW));
  await Promise.resolve();
  source?.tell("message", "2");
  expect(told).toEqual(["connected {}", "message 1", "message 2"]);
  expect(FakeSource.opened).toHaveLength(1);
  listen(new EarlyEventSource(FOLLOW));
  expect(FakeSource.opened).toHaveLength(2);
});

test("a run that was told to its end before anybody listened is not asked for again", async () => {
  const { EarlyEventSource } = await openPage(`/runs/${RUN}`);
  FakeSource.opened[0]?.tell("message", "1");
  FakeSource.opened[0]?.tell("return");
  expect(FakeSource.opened[0]?.readyState).toBe(2);
  const told = listen(new EarlyEventSource(FOLLOW));
  await Promise.resolve();
  expect(told).toEqual(["message 1", "return "]);
});

test("a stream that broke is opened anew, and one that nobody takes is closed", async () => {
  const { EarlyEventSource } = await openPage(`/runs/${RUN}`);
  FakeSource.opened[0]?.close();
  new EarlyEventSource(FOLLOW);
  expect(FakeSource.opened).toHaveLength(2);
  const other = await openPage(`/runs/${RUN}`);
  other.letGo();
  expect(FakeSource.opened.at(-1)?.readyState).toBe(2);
});

test.each(["/orgs", "/orgs/a/b", "/runs", "/runs/compare", "/settings"])(
  "%s asks for nothing early",
  async (path) => {
    await openPage(path);
    expect([...asked, ...FakeSource.opened]).toEqual([]);
  },
);
