// A Chromium: one that is there, else playwright's download, else the distribution's package.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findNode, root, StartProblem, toolEnvironment } from "./runtime.mjs";

const DOWNLOAD_TIMEOUT_MS = 180_000;
const SHELL_TIMEOUT_MS = 60_000;
/** Chromium without a window: the same pages and pictures for two thirds of the processor time. */
const SHELL = "/usr/bin/chromium-headless-shell";
const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Returns the browser for the stories, after installing one if need be: one without a window where Debian has it, else any. */
export async function findStoryBrowser(say) {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  if (!existsSync(SHELL) && process.platform === "linux" && process.getuid?.() === 0) {
    say("Installing Chromium's shell for the browser tests ...");
    installPackage("chromium-headless-shell", SHELL_TIMEOUT_MS);
  }
  return existsSync(SHELL) ? SHELL : findBrowser(say);
}

/** Returns the whole browser's program, after installing one if need be. `say` gets one line when it takes long. */
export async function findBrowser(say) {
  const present = await findPresent();
  if (present !== undefined) return present;
  say("Installing Chromium ...");
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js");
  run(findNode(), [playwright, "install", "chromium"], DOWNLOAD_TIMEOUT_MS);
  if ((await findPresent()) === undefined && process.getuid?.() === 0)
    installPackage("chromium", 2 * DOWNLOAD_TIMEOUT_MS);
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

function installPackage(name, timeout) {
  run("apt-get", ["update", "-qq"], timeout);
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], timeout);
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
