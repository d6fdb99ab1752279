import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WorkspacePlace } from "../../engine/steps/share-workspace.ts";
import { createWorkspaceQueue } from "../../engine/workspace-lock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { HOLDER_CLASS } from "./lock-connection.ts";
import { createWorkspaceLocks } from "./workspace-locks.ts";

let database: TestDatabase;
let admin: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = new Client({ connectionString: database.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await database.close();
});

const HOLDER = join(import.meta.dirname, "../../testing/hold-workspace.ts");
const never = new AbortController().signal;

async function addWorker(): Promise<number> {
  const { rows } = await admin.query<{ id: number }>("insert into worker default values returning id");
  return rows[0]?.id ?? 0;
}

/** As another process has it: with a connection and a queue of its own. */
async function openLocks() {
  const worker = await addWorker();
  const locks = createWorkspaceLocks({
    url: database.url,
    applicationName: `openhive-test-${worker}`,
    queue: createWorkspaceQueue(),
  });
  const { enter } = locks.of(worker);
  return { ...locks, enter, worker, [Symbol.asyncDispose]: async () => locks.close() };
}

const OWN = "database = (select oid from pg_database where datname = current_database())";
const HELD_FOR = `from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2 and ${OWN}`;
const connectionsOf = async ({ worker }: { readonly worker: number }): Promise<number> => {
  const { rows } = await admin.query<{ count: number }>(`select count(*)::int as count ${HELD_FOR}`, [
    HOLDER_CLASS,
    worker,
  ]);
  return rows[0]?.count ?? 0;
};
const cut = ({ worker }: { readonly worker: number }) =>
  admin.query(`select pg_terminate_backend(pid) ${HELD_FOR}`, [HOLDER_CLASS, worker]);
const aborted = ({ lost }: WorkspacePlace): Promise<unknown> =>
  new Promise((resolve) => {
    if (lost?.aborted) resolve(undefined);
    lost?.addEventListener("abort", resolve, { once: true });
  });

test("holders in several processes come one at a time, and other workspaces beside them", async () => {
  await using one = await openLocks();
  await using two = await openLocks();
  let inside = 0;
  let most = 0;
  const work = async (locks: typeof one): Promise<void> => {
    const place = await locks.enter("run", never);
    inside += 1;
    most = Math.max(most, inside);
    const other = await locks.enter(`other ${inside}`, never);
    other.leave();
    inside -= 1;
    place.leave();
  };
  await Promise.all(Array.from({ length: 20 }, (_, index) => work(index % 2 === 0 ? one : two)));
  expect(most).toBe(1);
});

test("a process that has a long line of its own does not keep another one out", async () => {
  await using busy = await openLocks();
  await using other = await openLocks();
  const first = await busy.enter("run", never);
  let done = 0;
  let doneBefore = -1;
  const line = Array.from({ length: 200 }, async () => {
    const place = await busy.enter("run", never);
    await new Promise((resolve) => setImmediate(resolve));
    done += 1;
    place.leave();
  });
  const asking = other.enter("run", never).then((place) => {
    doneBefore = done;
    place.leave();
  });
  // It is next as soon as nobody else can be.
  await expect
    .poll(async () => {
      const { rows } = await admin.query(
        `select from pg_locks where locktype = 'advisory' and classid = $1 and ${OWN}`,
        [0x4f56],
      );
      return rows.length;
    })
    .toBe(1);
  first.leave();
  await asking;
  expect(doneBefore).toBeLessThan(10);
  await Promise.all(line);
});

test("what a process held is free when its connection ends; it is told, and can enter again", async () => {
  await using dying = await openLocks();
  await using other = await openLocks();
  const held = await dying.enter("run", never);
  const waiting = other.enter("run", never);
  await cut(dying);
  await aborted(held);
  const place = await waiting;
  held.leave();
  const again = dying.enter("run", never);
  place.leave();
  const next = await again;
  expect(next.lost?.aborted).toBe(false);
  next.leave();
});

test("a connection that ends while its process waits costs it nothing but its place as the next", async () => {
  await using holder = await openLocks();
  await using waiter = await openLocks();
  const held = await holder.enter("run", never);
  const waiting = waiter.enter("run", never);
  await expect.poll(() => connectionsOf(waiter)).toBe(1);
  await cut(waiter);
  held.leave();
  (await waiting).leave();
});

test("who is stopped while another process holds the workspace waits no longer and blocks nobody", async () => {
  await using holder = await openLocks();
  await using other = await openLocks();
  await using third = await openLocks();
  const held = await holder.enter("run", never);
  const stop = new AbortController();
  const waiting = other.enter("run", stop.signal);
  await expect.poll(() => connectionsOf(other)).toBe(1);
  stop.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow();
  held.leave();
  (await third.enter("run", never)).leave();
  (await other.enter("run", never)).leave();
});

test("what a worker holds that hung and was given up is taken from it, and it is told", async () => {
  await using hung = await openLocks();
  await using other = await openLocks();
  const held = await hung.enter("run", never);
  const waiting = other.enter("run", never);
  await admin.query("delete from worker where id = $1", [hung.worker]);
  (await waiting).leave();
  await aborted(held);
});

test("a process that registers anew gives up what it held before, and its former sessions enter nowhere", async () => {
  await using one = await openLocks();
  await using other = await openLocks();
  const held = await one.enter("run", never);
  const { enter } = one.of(await addWorker());
  await aborted(held);
  const places = [await other.enter("run", never), await enter("elsewhere", never)];
  await expect(one.enter("third", AbortSignal.timeout(100))).rejects.toThrow();
  for (const place of places) place.leave();
});

test("however many wait, a process has one connection, and none before the first call", async () => {
  await using holder = await openLocks();
  await using many = await openLocks();
  expect(await connectionsOf(many)).toBe(0);
  const names = Array.from({ length: 30 }, (_, index) => `run ${index}`);
  const held = await Promise.all(names.map((name) => holder.enter(name, never)));
  const waiting = names.flatMap((name) => [many.enter(name, never), many.enter(name, never)]);
  await expect.poll(() => connectionsOf(many)).toBe(1);
  for (const place of held) place.leave();
  for (const place of waiting) void place.then(({ leave }) => leave());
  await Promise.all(waiting);
  expect(await connectionsOf(many)).toBe(1);
});

test("a process that is frozen keeps nobody out for long, though its worker counts as alive, and learns of it when it thaws", async () => {
  await using other = await openLocks();
  const frozen = spawn(process.execPath, [HOLDER, database.url, String(await addWorker()), "1500"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let said = "";
  frozen.stdout.on("data", (chunk) => {
    said += String(chunk);
  });
  const ended = once(frozen, "exit");
  await expect.poll(() => said).toBe("in\n");
  // It says every half second that it moves, for longer than it may be silent.
  await expect(other.enter("run", AbortSignal.timeout(3_000))).rejects.toThrow();
  expect(said).toBe("in\n");
  frozen.kill("SIGSTOP");
  const place = await other.enter("run", AbortSignal.timeout(10_000));
  frozen.kill("SIGCONT");
  await expect.poll(() => said).toBe("in\nlost\n");
  expect(place.lost?.aborted).toBe(false);
  place.leave();
  frozen.stdin.end();
  await ended;
});

test("a connection that holds nothing may end when nobody speaks, and whoever enters then gets another one", async () => {
  const quiet = createWorkspaceLocks({
    url: database.url,
    applicationName: "openhive-test-quiet",
    queue: createWorkspaceQueue(),
    idle: 300,
  });
  const worker = await addWorker();
  const { enter } = quiet.of(worker);
  (await enter("run", never)).leave();
  await expect.poll(() => connectionsOf({ worker })).toBe(0);
  const again = await enter("run", never);
  expect(again.lost?.aborted).toBe(false);
  again.leave();
  quiet.close();
});
