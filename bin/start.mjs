#!/usr/bin/env node
// `npm start`: from a fresh checkout to a running OpenHive, on any Node from 20.19. With --dev, pages follow the sources.
import { join } from "node:path";
import { checkNode, checkPort, checkPython } from "./checks.mjs";
import { ensureBuilt, ensureGenerated, ensureInstalled } from "./prepare.mjs";
import {
  canRunTypeScript,
  endWithNpm,
  fail,
  handOver,
  loadEnvironmentFile,
  root,
  StartProblem,
} from "./runtime.mjs";

const isDevelopment = process.argv.includes("--dev");
const say = (line) => process.stdout.write(`${line}\n`);

async function start() {
  checkNode();
  refuseArguments();
  endWithNpm();
  loadEnvironmentFile();
  const port = Number(process.env.PORT || 3000);
  // A value that makes no sense is reported by server/env.ts, which says what it must be.
  if (Number.isInteger(port) && port >= 0 && port < 65_536)
    await checkPort(process.env.HOST || "127.0.0.1", port);
  await checkPython(process.env.OPENHIVE_PYTHON || "python3");
  await ensureInstalled(say);
  const problem = await handOver([join(root, "bin", "check-environment.mjs")]);
  if (problem !== 0) process.exit(1);
  await ensureGenerated(say);
  if (!isDevelopment && process.env.OPENHIVE_ROLE !== "worker") await ensureBuilt(say);
  const program = join(root, "bin", "serve.mjs");
  if (canRunTypeScript()) return import(program);
  // The channel tells the server when this process dies without a word.
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  process.exit(await handOver([program, ...process.argv.slice(2)], { stdio }));
}

/** `npm start` hands on whatever is written after it. */
function refuseArguments() {
  const known = ["start", "dev", "--dev"];
  const [odd] = process.argv.slice(2).filter((argument) => !known.includes(argument));
  if (odd === undefined) return;
  throw new StartProblem(
    `"${odd}" is nothing that a start takes: settings are variables, for example PORT=4000 npm start.`,
  );
}

start().catch(fail);
