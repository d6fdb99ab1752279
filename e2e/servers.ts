import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Every worker of the runner reads this again and must see the same folder and ports: the environment hands them on.
process.env["OPENHIVE_E2E_DATA_DIR"] ??= mkdtempSync(join(tmpdir(), "openhive-e2e-"));
process.env["OPENHIVE_E2E_PORT"] ??= "23900";

const folder = process.env["OPENHIVE_E2E_DATA_DIR"];
const firstPort = Number(process.env["OPENHIVE_E2E_PORT"]);

/** Where one server of the stories listens and keeps its data. */
export interface StoryServer {
  readonly port: number;
  readonly address: string;
  readonly dataDir: string;
}

function defineServer(name: string, offset: number): StoryServer {
  const port = firstPort + offset;
  return { port, address: `http://127.0.0.1:${port}`, dataDir: join(folder, name) };
}

/** Stories of design and stories of runs have a server each: they go on at the same time and never see each other. */
export const servers = { design: defineServer("design", 0), runs: defineServer("runs", 1) } as const;

/** Ports of servers that stories start for themselves: they take them down, or look at what nobody else changes. */
export const ownPorts = {
  outage: firstPort + 2,
  restart: firstPort + 3,
  pictures: firstPort + 4,
  runPictures: firstPort + 5,
  pages: firstPort + 6,
  phone: firstPort + 7,
} as const;
