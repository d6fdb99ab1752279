import type { BenchAgent, ChildCall } from "./scenarios.ts";

/** Something that can run agents, as the bench sees it. */
export interface Subject {
  childCall(child: string): ChildCall;
  build(agent: BenchAgent): Promise<{
    /** One new session from task to final text; `onText` receives what a follower of the run receives. */
    run(task: string, onText: (text: string) => void): Promise<string>;
  }>;
  /** Processes of its own, besides the one that measures. */
  pids(): readonly number[];
  /** Writing transactions so far. */
  commits(): Promise<number>;
  /** Milliseconds between a commit and its arrival at a follower, of every event since the last question. */
  latencies?(): readonly number[];
  close(): Promise<void>;
}
