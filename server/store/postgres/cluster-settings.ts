import { randomBytes, randomInt } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { z } from "zod";
import { AppError } from "../../contract/app-error.ts";

const settingsSchema = z.object({
  port: z.int().min(1).max(65_535),
  password: z.string().min(16),
});

/** What must be known to connect to a data folder's own PostgreSQL. */
export interface ClusterSettings extends z.infer<typeof settingsSchema> {}

// Below the ports that Linux and macOS hand out for outgoing connections, so that a remembered port stays free.
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** Reads the remembered settings; undefined when this data folder has none yet. Throws an `AppError` on a damaged file. */
export async function readClusterSettings(file: string): Promise<ClusterSettings | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return settingsSchema.parse(JSON.parse(text));
  } catch (cause) {
    const message = `The file ${file} is damaged: restore it from a backup, or choose another folder with OPENHIVE_DATA_DIR.`;
    throw new AppError("unavailable", message, { cause });
  }
}

/** Remembers the settings in a file that only its owner can read. Never leaves a half-written file. */
export async function writeClusterSettings(file: string, settings: ClusterSettings): Promise<void> {
  const temporary = `${file}.new`;
  await writeFile(temporary, `${JSON.stringify(settings)}\n`, { mode: 0o600 });
  await rename(temporary, file);
}

/** Settings for a new cluster: a port that is free now and a password nobody can guess. */
export async function createClusterSettings(): Promise<ClusterSettings> {
  return { port: await findFreePort(), password: randomBytes(24).toString("base64url") };
}

/** Finds a loopback port that is free now. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isPortFree(port)) return port;
  }
  throw new AppError(
    "unavailable",
    "No free port was found for the database: close some programs and start again.",
  );
}

/** Whether a program could listen on this loopback port now. */
export async function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1" }, () => server.close(() => resolve(true)));
  });
}
