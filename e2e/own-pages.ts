import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Page, test } from "@playwright/test";
import type { Api } from "./api.ts";
import { type EveryPage, makeEveryPage } from "./every-page.ts";
import { endServer, makeDatabase, startReadyServer } from "./own-server.ts";
import { ownPorts } from "./servers.ts";

/**
 * Gives the stories of a file a server of their own, so that they can go on beside those of design and of runs. Answers what finds every
 * page of it; the run that some of them show is made once for all stories.
 */
export function serveOwnPages(name: "pages" | "phone"): (page: Page, api: Api) => Promise<EveryPage> {
  const dataDir = mkdtempSync(join(tmpdir(), `openhive-${name}-`));
  const port = ownPorts[name];
  let server: ChildProcess | undefined;
  let made: Promise<EveryPage> | undefined;

  test.use({ baseURL: `http://127.0.0.1:${port}` });
  test.beforeAll(async () => {
    server = await startReadyServer({ port, databaseUrl: await makeDatabase(name), dataDir });
  });
  test.afterAll(async () => {
    if (server) await endServer(server, "SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  });
  return (page, api) => {
    made ??= makeEveryPage(page, api);
    return made;
  };
}
