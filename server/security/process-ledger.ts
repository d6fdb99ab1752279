import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { killProcessTree } from "./kill-process-tree.ts";
import { findProcess } from "./process-table.ts";
import { writeWhole } from "./write-whole.ts";

/** One child process on record, from before it is started until its whole tree is gone. */
export interface LedgerEntry {
  /** Put it into the child's environment as `OPENHIVE_PROCESS`. */
  readonly mark: string;
  /** Records the pid right after the start. Gives the start time, null when the process is gone already. */
  started(pid: number): Promise<string | null>;
  /** Strikes it off; to be called when the tree is gone. */
  close(): Promise<void>;
}

/** Remembers child processes on disk, so that those of a killed OpenHive can be ended at the next start. */
export interface ProcessLedger {
  /** Durable before it resolves: there is no moment in which an unrecorded process runs. `label` is for people. */
  open(label: string): Promise<LedgerEntry>;
  /**
   * Ends what is left of OpenHive processes that are gone and gives the number of processes ended. Children of an OpenHive
   * that still runs on the same folder are left alone, and so is any process that got a recycled pid.
   */
  reap(): Promise<number>;
}

const identitySchema = z.object({ pid: z.number().int().positive(), startTime: z.string() });
const recordSchema = z.object({
  mark: z.uuid(),
  label: z.string(),
  owner: identitySchema,
  leader: identitySchema.nullable(),
});
type LedgerRecord = z.output<typeof recordSchema>;

/** Keeps one small file a process in `folder`, which is made when needed. */
export function createProcessLedger(folder: string): ProcessLedger {
  const self = findProcess(process.pid).then((facts) => ({
    pid: process.pid,
    startTime: facts?.startTime ?? "unknown",
  }));
  return {
    async open(label) {
      const record: LedgerRecord = {
        mark: randomUUID(),
        label: label.slice(0, 200),
        owner: await self,
        leader: null,
      };
      const file = join(folder, `${record.mark}.json`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeRecord(file, record);
      return {
        mark: record.mark,
        async started(pid) {
          const facts = await findProcess(pid);
          if (facts === undefined) return null;
          await writeRecord(file, { ...record, leader: { pid, startTime: facts.startTime } });
          return facts.startTime;
        },
        close: () => rm(file, { force: true }),
      };
    },
    async reap() {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json"));
      const ended = await Promise.all(names.map((name) => reapOne(join(folder, name))));
      return ended.reduce((sum, count) => sum + count, 0);
    },
  };
}

/** Whole at every moment: another OpenHive on the folder takes one that it cannot read for nobody's. Processes end with the machine. */
function writeRecord(file: string, record: LedgerRecord): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(record));
  return writeWhole(
    { temporary: `${file}.${randomUUID()}`, path: file },
    { bytes, mode: 0o600, isPassing: true },
  );
}

async function reapOne(file: string): Promise<number> {
  const record = await readRecord(file);
  if (record !== undefined && (await isAlive(record.owner))) return 0;
  const ended = record === undefined ? 0 : await endTree(record);
  await rm(file, { force: true });
  return ended;
}

function endTree({ mark, leader }: LedgerRecord): Promise<number> {
  const { pid, startTime } = leader ?? { pid: 0, startTime: null };
  return killProcessTree({ pid, startTime, mark, isGroupOurs: false }, 0);
}

async function readRecord(file: string): Promise<LedgerRecord | undefined> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    // Nobody's: whatever it announced cannot be told any more.
    return undefined;
  }
}

async function isAlive(identity: z.output<typeof identitySchema>): Promise<boolean> {
  return (await findProcess(identity.pid))?.startTime === identity.startTime;
}
