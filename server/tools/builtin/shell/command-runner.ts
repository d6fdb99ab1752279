/** One command to run in a workspace. */
export interface CommandRequest {
  /** Bash. */
  readonly command: string;
  /** Real path of the workspace: what may be written. */
  readonly workspace: string;
  /** Where it starts, relative to the workspace; empty for the workspace itself. */
  readonly folder: string;
  /** Milliseconds; absent takes the place's own limit. */
  readonly timeoutMs?: number;
  /** Bytes that one file may get. */
  readonly mostFileBytes: number;
  /** Variables besides those that every command gets. */
  readonly variables: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface CommandOutcome {
  readonly end: "exited" | "timed_out" | "aborted" | "not_started";
  /** Null when it did not end by itself. */
  readonly exitCode: number | null;
  /** The end of what it printed on each stream, and of both together. */
  readonly stdout: string;
  readonly stderr: string;
  readonly output: string;
  readonly durationMs: number;
}

export interface PlaceState {
  readonly isReady: boolean;
  /** In a sentence: where commands run, or why they do not. */
  readonly message: string;
}

/** Runs commands of agents in a place that keeps them from what is not theirs. */
export interface CommandRunner {
  /**
   * Resolves when everything the command started has ended. Rejects with a sentence for people when the place does not work:
   * a command is never run in a weaker one instead.
   */
  run(request: CommandRequest): Promise<CommandOutcome>;
  /** Whether the place works, without running anything of an agent. Never rejects. */
  state(): Promise<PlaceState>;
  /** Names a program in this place, as approvals remember it; undefined where it is looked for on this machine. */
  readonly programPrefix: string | undefined;
}
