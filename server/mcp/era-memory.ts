import { randomUUID } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { PriorDiscovery } from "@modelcontextprotocol/client";
import { z } from "zod";
import { writeWhole } from "../security/write-whole.ts";

/**
 * Remembers which protocol generation a server speaks, because finding out costs old servers up to some seconds a start.
 * A lost memory costs that time again and nothing else, so nothing here rejects.
 */
export interface EraMemory {
  get(fingerprint: string): Promise<PriorDiscovery | undefined>;
  set(fingerprint: string, verdict: PriorDiscovery): Promise<void>;
  forget(fingerprint: string): Promise<void>;
}

const fileSchema = z.record(
  z.string(),
  z.union([
    z.object({ kind: z.literal("legacy") }),
    z.looseObject({ kind: z.literal("modern"), discover: z.looseObject({}) }),
  ]),
);
const mostEntries = 500;

/** Keeps the verdicts in one small JSON file. */
export function createEraMemory(file: string): EraMemory {
  let entries: Promise<Map<string, PriorDiscovery>> | undefined;
  const load = () => {
    entries ??= readEntries(file);
    return entries;
  };
  async function store(known: ReadonlyMap<string, PriorDiscovery>): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(Object.fromEntries([...known].slice(-mostEntries))));
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeWhole({ temporary: `${file}.${randomUUID()}`, path: file }, { bytes, mode: 0o600 });
  }
  return {
    get: async (fingerprint) => (await load()).get(fingerprint),
    async set(fingerprint, verdict) {
      const known = await load();
      known.set(fingerprint, verdict);
      await store(known).catch(() => undefined);
    },
    async forget(fingerprint) {
      const known = await load();
      if (known.delete(fingerprint)) await store(known).catch(() => undefined);
    },
  };
}

async function readEntries(file: string): Promise<Map<string, PriorDiscovery>> {
  try {
    const entries = fileSchema.parse(JSON.parse(await readFile(file, "utf8")));
    return new Map(Object.entries(entries) as [string, PriorDiscovery][]);
  } catch {
    return new Map();
  }
}
