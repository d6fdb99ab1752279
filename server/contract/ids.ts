/** Opaque string ids; the brand keeps a run id from being passed where a session id is expected. */
export type Id<Kind extends string> = string & { readonly __kind: Kind };

export type OrgId = Id<"org">;
/** Unique inside its org, chosen by whoever drew the agent; stable over versions. */
export type AgentId = Id<"agent">;
export type RunId = Id<"run">;
export type SessionId = Id<"session">;
/** Chosen by the model's provider; unique inside its session only. */
export type CallId = Id<"call">;
export type WaitId = Id<"wait">;
export type ArtifactId = Id<"artifact">;
