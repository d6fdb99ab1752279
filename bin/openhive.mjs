#!/usr/bin/env node
// The `openhive` command: installs what is missing, moves to a Node that runs TypeScript, and hands over.
import { checkNode } from "./checks.mjs";
import { ensureGenerated, ensureInstalled } from "./prepare.mjs";
import { canRunTypeScript, fail, handOver, keepCompiledCode, loadEnvironmentFile } from "./runtime.mjs";

const args = process.argv.slice(2);
// Standard output belongs to the command: `openhive run --json` is read by programs.
const say = (line) => process.stderr.write(`${line}\n`);

// Whoever reads along may leave early (`| head`): the command does its work to the end, and what it still says is lost.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
  });

async function main() {
  checkNode();
  loadEnvironmentFile();
  // They take nothing more: what else is written is for the command line, which shows help or refuses.
  if ((args[0] === "start" || args[0] === "dev") && args.length === 1) {
    if (args[0] === "dev") process.argv.push("--dev");
    await import("./start.mjs");
    return;
  }
  await ensureInstalled(say);
  // Commands for skills need no database and no client for one.
  if (args[0] !== "skills") await ensureGenerated(say);
  // As it was started: in the folder where it was, since paths are relative to it, and under the name that people know.
  if (!canRunTypeScript()) process.exit(await handOver([process.argv[1], ...args], { cwd: process.cwd() }));
  keepCompiledCode();
  const command = await import("../server/cli/main.ts");
  process.exitCode = await command.main(args);
  for (const stream of [process.stdout, process.stderr]) await flush(stream);
  // A connection that was left open must not keep a finished command waiting.
  setTimeout(() => process.exit(), 1_000).unref();
}

/** Resolves when the reader has taken everything, however slowly, or has left. */
function flush(stream) {
  return new Promise((resolve) => stream.write("", resolve));
}

main().catch(fail);
