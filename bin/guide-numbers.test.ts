import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** Numbers that a guide promises, each with the line of the sources that makes it so: neither changes without the other. */
const PROMISES: readonly (readonly [guide: string, words: string, file: string, line: string])[] = [
  ["connecting-mcp-servers", "60 s to start", "server/mcp/mcp-limits.ts", "startTimeoutMs: 60_000,"],
  ["connecting-mcp-servers", "ten idle minutes", "server/mcp/mcp-limits.ts", "idleMs: 10 * 60_000,"],
  ["connecting-mcp-servers", "64 servers at a time", "server/mcp/mcp-limits.ts", "maximumProcesses: 64,"],
  [
    "connecting-mcp-servers",
    "32 MB a message",
    "server/mcp/mcp-limits.ts",
    "maximumMessageBytes: 32_000_000,",
  ],
  [
    "models-and-keys",
    "128,000 are assumed",
    "server/providers/context-tokens.ts",
    "const UNKNOWN = 128_000;",
  ],
  ["models-and-keys", "compacted when 75 %", "server/engine/compact-session.ts", "const FULL = 0.75;"],
  ["models-and-keys", "five times in all", "server/providers/model-directory.ts", "options.attempts ?? 5,"],
  ["models-and-keys", "up to a minute", "server/providers/retry-delay.ts", "maxDelayMs: 60_000"],
  ["models-and-keys", "Four minutes without", "server/providers/model-directory.ts", "stallMs ?? 240_000"],
  ["rehearsal", "four at most", "server/providers/rehearsal/play-mcp.ts", "const CALLS = 4;"],
  ["orgs-as-files", "30 MB packed", "server/contract/org-files.ts", "LARGEST_ORG_ARCHIVE = 30_000_000;"],
  ["orgs-as-files", "20 MB a file", "server/services/org-files/org-bundle.ts", "oneFile: 20_000_000"],
  ["orgs-as-files", "60 MB unpacked", "server/services/org-files/org-bundle.ts", "allFiles: 60_000_000"],
  ["orgs-as-files", "6,000 files", "server/services/org-files/org-bundle.ts", "files: 6_000"],
  ["web", "up to 5 MB and 30 seconds", "server/tools/builtin/web/page-tools.ts", "maxBytes: 5_000_000,"],
  ["web", "up to 5 MB and 30 seconds", "server/tools/builtin/web/page-tools.ts", "timeoutMs: 30_000,"],
  ["who-may-call-what", "up to 10 MB", "server/tools/builtin/files/workspace.ts", "MAX_FILE = 10_000_000;"],
  ["who-may-call-what", "2,000 lines", "server/tools/builtin/files/read-file-tool.ts", "MOST_LINES = 2_000;"],
  [
    "who-may-call-what",
    "50,000 characters",
    "server/tools/builtin/files/read-file-tool.ts",
    "MOST_CHARACTERS = 50_000;",
  ],
  [
    "who-may-call-what",
    "after 20 seconds",
    "server/tools/builtin/files/line-search.ts",
    "LIMIT_MS = 20_000;",
  ],
  [
    "who-may-call-what",
    "200 MB at most",
    "server/tools/builtin/files/fill-workspace.ts",
    "MOST_BYTES = 200_000_000;",
  ],
  [
    "who-may-call-what",
    "at most 256 MB",
    "server/tools/builtin/shell/shell-place.ts",
    "MAX_FILE_BYTES = 256 * 1024 * 1024;",
  ],
  [
    "who-may-call-what",
    "it has 300 s",
    "server/tools/builtin/shell/shell-place.ts",
    "SANDBOX_TIMEOUT_MS = 300_000;",
  ],
  [
    "who-may-call-what",
    "last 30,000 characters",
    "server/tools/builtin/shell/shell-place.ts",
    "TAIL_CHARACTERS = 30_000;",
  ],
  ["who-may-call-what", "up to 50 kB", "server/tools/builtin/shell/judge-files.ts", "LONGEST = 50_000;"],
  ["watching-a-run", "cut at 600 characters", "server/policy/own-words.ts", "MAX_OWN_WORDS = 600;"],
  ["designing-an-org", "At 80 %", "server/engine/budgets.ts", "most * 0.8;"],
  [
    "designing-an-org",
    "may take 15 s",
    "server/store/team-database/team-limits.ts",
    "readTimeoutMs: 15_000,",
  ],
  [
    "designing-an-org",
    "30 s, and an org",
    "server/store/team-database/team-limits.ts",
    "writeTimeoutMs: 30_000,",
  ],
  [
    "designing-an-org",
    "give 5,000 rows",
    "server/tools/builtin/team-database/team-database-tools.ts",
    ".max(5_000)",
  ],
  [
    "designing-an-org",
    "an answer of 32,000 tokens",
    "server/services/xray/call-prices.ts",
    "LONG_ANSWER = 32_000;",
  ],
  [
    "designing-an-org",
    "may store 1 GB",
    "server/store/team-database/team-limits.ts",
    "maxStoredBytes: 1024 ** 3,",
  ],
  [
    "designing-an-org",
    "saves itself 0.8 s",
    "app/(workspace)/orgs/[orgId]/_canvas/store/auto-saver.ts",
    "savePause = 800;",
  ],
  [
    "who-may-call-what",
    "see 20,000 entries",
    "server/tools/builtin/files/walk-files.ts",
    "MOST_ENTRIES = 20_000;",
  ],
  [
    "who-may-call-what",
    "limit (30 s, at most 600)",
    "server/tools/builtin/shell/shell-tools.ts",
    "max(600).default(30)",
  ],
];

test.each(PROMISES)("%s: %s", async (...[guide, words, file, line]) => {
  const text = await readFile(join(ROOT, "docs", "guide", `${guide}.md`), "utf8");
  expect(text.replaceAll(/\s+/g, " ")).toContain(words);
  expect(await readFile(join(ROOT, file), "utf8")).toContain(line);
});
