/** How far the packages are that a skill says it needs. */
export interface SkillEnvironmentState {
  /**
   * `none` it needs no packages, `missing` nobody has begun, `preparing` they are being installed, `ready` calls can use them,
   * `failed` the last try failed.
   */
  readonly state: "none" | "missing" | "preparing" | "ready" | "failed";
  /** As a requirements file says it. */
  readonly requirements: readonly string[];
  /** For people: the step that is under way, or what went wrong and what to do. Empty where there is nothing to say. */
  readonly message: string;
}
