import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { type StoryServer, servers } from "./e2e/servers.ts";

/** Stories that follow runs, most of which wait for agents. */
const RUN_STORIES =
  /\/(approvals|compare|drafts|half-desk|inbox|influence|live-canvas|long-run|outage|person-seat|quick-choices|replay|restart|run-parts|run-tools|stacked-card|timeline|watcher|workspace)\.spec\.ts$/;
/** Stories that look at all pages, each file on a server of its own. All others design. */
const LOOKS = /\/(pages|phone|pictures|run-pictures)\.spec\.ts$/;

/** bin/test.mjs names a browser; else the distribution's is used where it is installed, or playwright's own. */
function findChromium(): { executablePath?: string } {
  const named = process.env["CHROMIUM"];
  if (named) return { executablePath: named };
  const found = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((program) =>
    existsSync(program),
  );
  return found ? { executablePath: found } : {};
}

function startServer({ port, address, dataDir }: StoryServer) {
  return {
    command: "node bin/start.mjs",
    url: `${address}/api/health`,
    timeout: 240_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 } as const,
    env: {
      PORT: String(port),
      HOST: "127.0.0.1",
      OPENHIVE_DATA_DIR: dataDir,
      DATABASE_URL: "",
      OPENHIVE_REHEARSAL_PACE: process.env["OPENHIVE_REHEARSAL_PACE"] ?? "0.3",
    },
  };
}

export default defineConfig({
  testDir: "e2e",
  // A picture that is missing is a fault: whoever takes one says so with --update-snapshots.
  updateSnapshots: "none",
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  // A set more than there are cores on a small machine: each waits a part of its time. They take about as long as each other.
  workers: 3,
  // One worker a server: within a set, one story at a time.
  projects: [
    {
      name: "design",
      workers: 1,
      testIgnore: [RUN_STORIES, LOOKS],
      use: { baseURL: servers.design.address },
    },
    { name: "runs", workers: 1, testMatch: RUN_STORIES, use: { baseURL: servers.runs.address } },
    { name: "looks", workers: 1, testMatch: LOOKS },
  ],
  // As in vitest.config.ts: for the slowest machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env["CI"] !== undefined,
  use: {
    viewport: { width: 1440, height: 900 },
    // A trace costs a story half as much again: whoever looks into one asks for it with --trace.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...findChromium(),
      // Letters are drawn as by the whole browser, whose pictures they are held to.
      args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--font-render-hinting=slight"],
    },
  },
  webServer: [startServer(servers.design), startServer(servers.runs)],
});
