import { MAX_PROCESSES } from "./max-processes.ts";

/** What a call reaches where no sandbox holds it, whatever its skill declares. */
export const OPEN =
  "Calls read what this user reads and reach every address that this machine reaches, private ones included, whatever their skill declares.";

/** What is limited for calls of skills on this machine and what is not, in sentences for the person who runs it. */
export function describeLimits(
  isSandboxed: boolean,
  memoryBytes: number,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === "win32")
    return "The time of a call is limited; its memory, files and processor time are not.";
  const memory = platform === "linux" ? `, and ${memoryText(memoryBytes)} together` : "";
  const always = `Each process: ${memoryText(memoryBytes)} of memory${memory}, files of 256 MB, the call's time of one processor.`;
  return isSandboxed
    ? `${always} Each call: ${MAX_PROCESSES} processes, no network unless the skill declares it, and then by way of a proxy that reaches public web addresses alone.`
    : `${always}${platform === "linux" ? ` Each call: ${MAX_PROCESSES} processes.` : " The number of processes is not limited."} ${OPEN}`;
}

function memoryText(bytes: number): string {
  return bytes % 2 ** 30 === 0 ? `${bytes / 2 ** 30} GB` : `${Math.round(bytes / 2 ** 20)} MB`;
}
