/** What every agent has whatever its toolboxes are: it needs these to function. */
export const CORE_TOOLS: readonly string[] = [
  "read_file",
  "write_file",
  "edit_file",
  "multi_edit",
  "list_directory",
  "grep",
  "run_shell",
  "update_task_status",
  "request_input",
  "report_to_parent",
  "prompt_human",
  "notify",
  "prompt_secret",
  "attach_file",
  "think",
  "task_todos",
];

/** OpenHive's own built-in tools, which its tool array always includes. */
export const FRAME_TOOLS: readonly string[] = [
  "delegate_to",
  "delegate_parallel",
  "ask_user",
  "activate_skill",
  "list_skill_files",
  "read_skill_file",
  "run_skill_script",
  "set_todos",
  "add_todo",
  "complete_todo",
  "search_history",
  "read_history_entry",
  "db_query",
  "db_exec",
  "db_describe",
  "db_explain",
];
