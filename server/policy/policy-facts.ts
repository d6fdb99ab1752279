import type { GlobalPolicy, ScopedPolicy } from "../contract/tool-policy.ts";

/** Everything the decision depends on beside the tool. */
export interface PolicyFacts {
  readonly global: GlobalPolicy;
  readonly agent: ScopedPolicy | undefined;
  /** The org's own lists, for all its agents. */
  readonly org: ScopedPolicy | undefined;
  /** Id of the provider of the model at work. */
  readonly provider: string;
  /** Works for another agent. */
  readonly isSubAgent: boolean;
  /** May delegate no further. */
  readonly isLeaf: boolean;
  /** What the lines from the lead down to the agent pass on; lines without a list are left out. */
  readonly passedOn: readonly (readonly string[])[];
  /** What the request that started the run allows. */
  readonly request: readonly string[] | undefined;
}
