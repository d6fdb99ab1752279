// A Chromium for the browser tests: one that is there, else playwright's download, else the distribution's package.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findNode, root, StartProblem, toolEnvironment } from "./runtime.mjs";

const DOWNLOAD_TIMEOUT_MS = 180_000;
const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Returns the browser's program, after installing one if need be. `say` gets one line when it takes long. */
export async function findBrowser(say) {
  const present = await findPresent();
  if (present !== undefined) return present;
  say("Installing Chromium for the browser tests ...");
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js");
  run(findNode(), [playwright, "install", "chromium"], DOWNLOAD_TIMEOUT_MS);
  if ((await findPresent()) === undefined && process.getuid?.() === 0) {
    run("apt-get", ["update", "-qq"], DOWNLOAD_TIMEOUT_MS);
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], 2 * DOWNLOAD_TIMEOUT_MS);
  }
  const installed = await findPresent();
  if (installed !== undefined) return installed;
  throw new StartProblem(
    "No Chromium could be installed: install one (apt-get install chromium) or name it in CHROMIUM, then test again.",
  );
}

async function findPresent() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const { chromium } = await import("@playwright/test");
  return [chromium.executablePath(), ...INSTALLED].find((program) => program && existsSync(program));
}

function run(command, args, timeout) {
  spawnSync(command, args, {
    cwd: root,
    timeout,
    killSignal: "SIGKILL",
    stdio: ["ignore", "ignore", "ignore"],
    env: toolEnvironment({ DEBIAN_FRONTEND: "noninteractive" }),
  });
}
