// bubblewrap for the tests of the skills' sandbox: one that is there, else the distribution's package. Without it those
// tests are left out, as the product goes on without a sandbox.
import { spawnSync } from "node:child_process";
import { toolEnvironment } from "./runtime.mjs";

const INSTALL_TIMEOUT_MS = 120_000;

/** Installs bubblewrap where that can be done without asking. `say` gets one line when it takes long. */
export function findSandbox(say) {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || isThere()) return;
  say("Installing bubblewrap for the tests of the sandbox ...");
  run("apt-get", ["update", "-qq"]);
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "bubblewrap"]);
}

const isThere = () => run("bwrap", ["--version"]).status === 0;

function run(command, args) {
  return spawnSync(command, args, {
    timeout: INSTALL_TIMEOUT_MS,
    killSignal: "SIGKILL",
    stdio: "ignore",
    env: toolEnvironment({ DEBIAN_FRONTEND: "noninteractive" }),
  });
}
