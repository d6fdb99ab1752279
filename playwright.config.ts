import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

// Workers read this file again and must see the folder that the server got: both values are handed on by environment.
process.env["OPENHIVE_E2E_DATA_DIR"] ??= mkdtempSync(join(tmpdir(), "openhive-e2e-"));
process.env["OPENHIVE_E2E_PORT"] ??= "23900";

const dataDir = process.env["OPENHIVE_E2E_DATA_DIR"];
const port = process.env["OPENHIVE_E2E_PORT"];
const address = `http://127.0.0.1:${port}`;

/** bin/test.mjs names a browser; playwright's own is used where it is installed, else the distribution's. */
function findChromium(): { executablePath?: string } {
  const named = process.env["CHROMIUM"];
  if (named) return { executablePath: named };
  return existsSync("/usr/bin/chromium") ? { executablePath: "/usr/bin/chromium" } : {};
}

export default defineConfig({
  testDir: "e2e",
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env["CI"] !== undefined,
  use: {
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: { ...findChromium(), args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] },
  },
  webServer: {
    command: "node bin/start.mjs",
    url: `${address}/api/health`,
    timeout: 240_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    env: {
      PORT: port,
      HOST: "127.0.0.1",
      OPENHIVE_DATA_DIR: dataDir,
      DATABASE_URL: "",
      OPENHIVE_REHEARSAL_PACE: process.env["OPENHIVE_REHEARSAL_PACE"] ?? "0.3",
    },
  },
});
