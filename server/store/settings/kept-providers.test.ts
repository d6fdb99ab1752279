import { expect, test, vi } from "vitest";
import { keepProviders } from "./kept-providers.ts";
import type { ProviderStore, StoredProvider } from "./provider-store.ts";

/** A store whose one provider has the key that was set last. */
function createStore() {
  const state = { key: "first", reads: 0, isAway: false };
  const store = {
    async find(id: string) {
      state.reads += 1;
      const { key } = state;
      if (state.isAway) throw new Error("The store is away.");
      return { id, apiKey: key } as StoredProvider;
    },
    async save() {
      state.key = "saved";
    },
    async remove() {
      state.key = "removed";
    },
  } as unknown as ProviderStore;
  return { state, kept: keepProviders(store) };
}

test("all sessions of a process share one look", async () => {
  const { state, kept } = createStore();
  const found = await Promise.all([kept.find("lab"), kept.find("lab")]);
  expect(found.map((provider) => provider?.apiKey)).toEqual(["first", "first"]);
  await kept.find("lab");
  expect(state.reads).toBe(1);
});

test.each([
  {
    what: "saved here",
    change: (kept: ReturnType<typeof keepProviders>) => kept.save({} as never),
    key: "saved",
  },
  {
    what: "removed here",
    change: (kept: ReturnType<typeof keepProviders>) => kept.remove("lab"),
    key: "removed",
  },
])("what was $what counts from the next look on", async ({ change, key }) => {
  const { kept } = createStore();
  await kept.find("lab");
  await change(kept);
  expect((await kept.find("lab"))?.apiKey).toBe(key);
});

test("what changed elsewhere counts once that is said, even if it was being read", async () => {
  const { state, kept } = createStore();
  const old = kept.find("lab");
  state.key = "elsewhere";
  kept.changed();
  expect((await old)?.apiKey).toBe("first");
  expect((await kept.find("lab"))?.apiKey).toBe("elsewhere");
});

test("a process looks for itself after some seconds, should nobody have said anything", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const { state, kept } = createStore();
    await kept.find("lab");
    state.key = "unheard of";
    vi.advanceTimersByTime(4_000);
    expect((await kept.find("lab"))?.apiKey).toBe("first");
    vi.advanceTimersByTime(2_000);
    expect((await kept.find("lab"))?.apiKey).toBe("unheard of");
  } finally {
    vi.useRealTimers();
  }
});

test("a look that failed is not kept", async () => {
  const { state, kept } = createStore();
  state.isAway = true;
  await expect(kept.find("lab")).rejects.toThrow("away");
  state.isAway = false;
  expect((await kept.find("lab"))?.apiKey).toBe("first");
});
