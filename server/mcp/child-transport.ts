import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { deserializeMessage, type JSONRPCMessage, type Transport } from "@modelcontextprotocol/client";
import { killProcessTree } from "../security/kill-process-tree.ts";
import type { LedgerEntry, ProcessLedger } from "../security/process-ledger.ts";
import { processMarkVariable } from "../security/process-table.ts";
import { createFloodMeter, type FloodMeter } from "./flood-meter.ts";
import { limitDepth } from "./limit-depth.ts";
import { createLineSplitter, type LineSplitter } from "./line-splitter.ts";
import type { ProcessLimits } from "./mcp-limits.ts";
import { createOutputTail, type OutputTail } from "./output-tail.ts";
import type { ServerLaunch } from "./server-launch.ts";

/** How a server process ended. */
export interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** False when OpenHive ended it. */
  readonly isOwnDoing: boolean;
  /** Why OpenHive ended it, when the server was to blame. */
  readonly fault: string | null;
}

export interface ChildTransportOptions extends ProcessLimits {
  readonly launch: ServerLaunch;
  readonly ledger: ProcessLedger;
}

/**
 * MCP over the standard streams of a child process in a process group of its own.
 *
 * Unlike the SDK's own transport it gives the child a clean environment, is on record from before the start (so that nothing
 * outlives a crash), ends the whole process tree, caps a message's size and how many may come, and keeps the last words for error messages.
 */
export class ChildTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport["onmessage"];
  /** The error output. Its name, with `pid`, tells the SDK that this is a local process when it negotiates versions. */
  readonly stderr: OutputTail;

  readonly #options: ChildTransportOptions;
  readonly #flood: FloodMeter;
  #child: ChildProcessWithoutNullStreams | undefined;
  #entry: LedgerEntry | undefined;
  #startTime: string | null = null;
  #end: ProcessEnd | undefined;
  #fault: string | null = null;
  #starting: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #cleanup: Promise<void> | undefined;

  constructor(options: ChildTransportOptions) {
    this.#options = options;
    this.#flood = createFloodMeter(options);
    this.stderr = createOutputTail(options.launch.secrets);
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Undefined while it runs, and when it could not be started. */
  get end(): ProcessEnd | undefined {
    return this.#end;
  }

  /** False from the moment on which it ended or is being ended. */
  get isOpen(): boolean {
    return this.#closing === undefined && this.#end === undefined;
  }

  /** Rejects with Node's own error (ENOENT, EACCES) when the command cannot be run; with another once it was closed. */
  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  async #start(): Promise<void> {
    const { launch, ledger } = this.#options;
    const entry = await ledger.open(`MCP server ${launch.label}`);
    this.#entry = entry;
    try {
      if (this.#closing !== undefined) throw new Error("The start was given up.");
      const child = this.#spawn(entry.mark);
      this.#child = child;
      this.#listen(child);
      await once(child, "spawn");
    } catch (error) {
      await entry.close().catch((failure: Error) => this.onerror?.(failure));
      throw error;
    }
    this.#startTime = await entry.started(this.pid ?? 0);
  }

  send(message: JSONRPCMessage): Promise<void> {
    const input = this.#child?.stdin;
    if (input === undefined || !input.writable)
      return Promise.reject(new Error("The server's input is closed."));
    // One that asks and asks, and reads no answer, would have all of them kept here.
    if (input.writableLength > this.#options.maximumMessageBytes)
      return this.#endFaulty("It does not read its input.");
    return new Promise((resolve, reject) => {
      input.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Ends the whole tree; resolves when nothing of it is left. May be called again; never rejects. */
  close(): Promise<void> {
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  #spawn(mark: string): ChildProcessWithoutNullStreams {
    const { launch } = this.#options;
    return spawn(launch.command, launch.args, {
      cwd: launch.cwd,
      env: { ...launch.env, [processMarkVariable]: mark } as Record<string, string> as NodeJS.ProcessEnv,
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
  }

  #listen(child: ChildProcessWithoutNullStreams): void {
    // First of all: an error that nobody listens for ends OpenHive.
    child.on("error", (error) => this.onerror?.(error));
    // At the limit of open files Node makes no streams, whatever its types say, and tells why by an error later on.
    if (child.stdout === undefined) return;
    const lines = createLineSplitter(this.#options.maximumMessageBytes);
    child.stdout.on("data", (chunk: Buffer) => {
      // What it still says while it is being ended for what it says would only be more of it.
      if (this.#fault === null) this.#read(chunk, lines);
    });
    child.stdout.on("end", () => void this.#endDeaf());
    child.stderr.on("data", (chunk: Buffer) => {
      if (this.#fault !== null) return;
      this.stderr.push(chunk);
      this.#count(0, chunk.length);
    });
    for (const stream of [child.stdin, child.stdout, child.stderr])
      stream.on("error", (error) => this.onerror?.(error));
    child.on("exit", (exitCode, signal) => {
      this.#end = { exitCode, signal, isOwnDoing: this.#closing === undefined, fault: this.#fault };
      this.#cleanup = this.#endTree(0);
    });
    // After the streams: the answer to the last call may still be in them.
    child.on("close", () => this.onclose?.());
  }

  #read(chunk: Buffer, splitter: LineSplitter): void {
    let lines: readonly string[];
    try {
      lines = splitter.push(chunk);
    } catch {
      const most = Math.round(this.#options.maximumMessageBytes / 1_000_000);
      void this.#endFaulty(`It sent a message longer than ${most} MB.`).catch(() => undefined);
      return;
    }
    this.#count(lines.length, chunk.length);
    for (const line of lines) this.#receive(line);
  }

  #count(lines: number, bytes: number): void {
    const fault = this.#flood.add({ lines, bytes });
    if (fault !== undefined) void this.#endFaulty(fault).catch(() => undefined);
  }

  #receive(line: string): void {
    if (line.trim() === "") return;
    let message: JSONRPCMessage;
    try {
      message = limitDepth(deserializeMessage(line));
    } catch {
      // Servers print banners and logs where messages belong: worth keeping as last words, not worth failing for.
      this.stderr.push(Buffer.from(`${line.slice(0, 500)}\n`));
      return;
    }
    this.onmessage?.(message);
  }

  /** Ends it because of what it does, and rejects with that. */
  #endFaulty(fault: string): Promise<never> {
    this.#fault = fault;
    const error = new Error(fault);
    this.onerror?.(error);
    void this.close();
    return Promise.reject(error);
  }

  /** A process that lives on without an output will never answer: whoever waits for it would wait for nothing. */
  async #endDeaf(): Promise<void> {
    await pause(this.#options.graceMs);
    if (!this.isOpen) return;
    this.#fault = "It closed its output.";
    await this.close();
  }

  async #shutDown(): Promise<void> {
    // A start under way has a process that nobody else would end.
    await this.#starting?.catch(() => undefined);
    const child = this.#child;
    if (child?.pid === undefined) return;
    if (this.#end === undefined) {
      child.stdin.end();
      const exit = new Promise((resolve) => child.once("exit", resolve));
      await Promise.race([exit, pause(this.#options.graceMs)]);
    }
    await this.#endTree(this.#end === undefined ? this.#options.graceMs : 0);
    await this.#cleanup;
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  }

  /** Never rejects: nobody waits for it when a process ends by itself. What is left on record is ended at the next start. */
  async #endTree(graceMs: number): Promise<void> {
    // Until the start is on record its record would be written again.
    await this.#starting?.catch(() => undefined);
    const pid = this.#child?.pid;
    if (pid === undefined || this.#entry === undefined) return;
    const tree = { pid, startTime: this.#startTime, mark: this.#entry.mark, isGroupOurs: true };
    await killProcessTree(tree, graceMs);
    await this.#entry.close().catch((failure: Error) => this.onerror?.(failure));
  }
}
