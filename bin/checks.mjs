// What can be known to be wrong before anything is installed or changed.
import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { StartProblem } from "./runtime.mjs";

const run = promisify(execFile);
const OLDEST_NODE = [20, 19];
const OLDEST_PYTHON = [3, 9];

/** Refuses a Node that cannot run even the installation. */
export function checkNode() {
  const version = process.versions.node.split(".").map(Number);
  if (isAtLeast(version, OLDEST_NODE)) return;
  throw new StartProblem(
    `OpenHive needs Node ${OLDEST_NODE.join(".")} or newer, this is ${process.versions.node}: install a newer one from https://nodejs.org.`,
  );
}

/** The version of the Python that skills run on. Refuses to go on without it. */
export async function checkPython(command) {
  const script = "import sys; print(*sys.version_info[:3])";
  const answer = await run(command, ["-c", script], { timeout: 20_000 }).catch(() => undefined);
  if (answer === undefined) {
    throw new StartProblem(
      `Python 3 was not found (${command}): install it, for example with apt-get install python3, or name it in OPENHIVE_PYTHON.`,
    );
  }
  const version = answer.stdout.trim().split(" ").map(Number);
  if (isAtLeast(version, OLDEST_PYTHON)) return version.join(".");
  throw new StartProblem(
    `OpenHive needs Python ${OLDEST_PYTHON.join(".")} or newer, ${command} is ${version.join(".")}: name a newer one in OPENHIVE_PYTHON.`,
  );
}

/** Refuses an address that is not free. */
export async function checkPort(host, port) {
  const problem = await new Promise((resolve) => {
    const server = createServer();
    server.once("error", resolve);
    server.listen({ port, host }, () => server.close(() => resolve(undefined)));
  });
  if (problem !== undefined) throw toListenProblem(problem, host, port);
}

/** The sentence for an address that cannot be listened on. */
export function toListenProblem(error, host, port) {
  switch (error.code) {
    case "EADDRINUSE":
      return new StartProblem(
        `Port ${port} on ${host} is in use: end the program that uses it, or choose another port, for example PORT=${port + 1} npm start.`,
      );
    case "EACCES":
      return new StartProblem(
        `Port ${port} needs more rights than you have: choose one above 1023 with PORT.`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartProblem(
        `This machine has no address ${host}: correct HOST, or leave it out for 127.0.0.1.`,
      );
    default:
      return new StartProblem(
        `The address ${host}:${port} cannot be used (${error.message}): change HOST or PORT.`,
      );
  }
}

function isAtLeast(version, oldest) {
  return version[0] > oldest[0] || (version[0] === oldest[0] && version[1] >= oldest[1]);
}
