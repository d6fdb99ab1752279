/** The groups that rules may name with `group:`. Tools may declare further ones. */
export const TOOL_GROUPS: Readonly<Record<string, readonly string[]>> = {
  fs: ["read_file", "write_file", "list_files", "edit_file", "search", "glob"],
  runtime: ["exec"],
  web: ["web_search", "web_fetch"],
  memory: ["memory_search", "memory_get"],
  sessions: ["sessions_list", "sessions_history", "sessions_send", "spawn", "session_status"],
  ui: ["browser"],
  automation: ["cron"],
  messaging: ["message", "create_forum_topic"],
  delegation: ["handoff", "delegate_search", "evaluate_loop"],
  team: ["team_tasks", "team_message"],
};

/** What a profile leaves an agent; `full` leaves everything. */
export const PROFILE_LISTS: Readonly<Record<string, readonly string[]>> = {
  full: ["*"],
  coding: [
    "group:fs",
    "group:runtime",
    "group:sessions",
    "group:memory",
    "group:web",
    "read_image",
    "create_image",
    "skill_search",
  ],
  messaging: ["group:messaging", "group:web", "group:sessions", "read_image", "skill_search"],
  minimal: ["session_status"],
};

/** Other names of tools that rules may use. */
export const TOOL_ALIASES: Readonly<Record<string, string>> = {
  bash: "exec",
  edit: "edit_file",
  "apply-patch": "apply_patch",
  list_directory: "list_files",
  grep: "search",
  sessions_spawn: "spawn",
};

/** Never an agent's that works for another agent. */
export const SUB_AGENT_DENY: readonly string[] = [
  "gateway",
  "agents_list",
  "whatsapp_login",
  "session_status",
  "cron",
  "memory_search",
  "memory_get",
  "sessions_send",
];

/** Never an agent's that may delegate no further. */
export const LEAF_DENY: readonly string[] = [
  "sessions_list",
  "sessions_history",
  "sessions_spawn",
  "spawn",
  "subagent",
];
