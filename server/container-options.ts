import type { DestinationStream } from "pino";
import type { ToolSource } from "./engine/tool.ts";
import type { Environment } from "./env.ts";

export interface ContainerOptions {
  readonly environment: Environment;
  /** Of a migrated database. */
  readonly url: string;
  /** Where the project lies: its skills and helpers are read from there. */
  readonly projectFolder: string;
  /** `openhive-...`: names this process in the database. */
  readonly applicationName: string;
  /** Runs started here are worked on here while this process lives: its environment may hold the only key. */
  readonly keepsOwnRuns?: boolean;
  /** Where log lines go; standard error unless given. */
  readonly logTo?: DestinationStream;
  /** Kinds of tools besides OpenHive's own, in front of the delegation tools: for programs that run agents on it. */
  readonly toolSources?: readonly ToolSource[];
}
