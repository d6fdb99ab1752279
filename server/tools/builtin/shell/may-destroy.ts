import { judgeShell } from "../../../security/shell/judge-shell.ts";
import { argumentsOf, nameOf, operandsOf, type ShellCommand } from "../../../security/shell/shell-command.ts";

const REMOVERS = /^(rm|unlink|truncate|srm|trash)$/;
const INSTALLERS =
  /^(pip[\d.]*|pipx|npm|npx|pnpm|pnpx|yarn|bun|bunx|uv|uvx|apk|apt|apt-get|dnf|yum|brew|gem|cargo|go)$/;
const INSTALLING = /^(install|i|ci|add|remove|uninstall|rm|update|upgrade|dlx|exec|x|create|del|get|purge)$/;
/** What comes after these is a name. */
const NOT_INSTALLING =
  /^(show|config|get|view|info|list|ls|run|run-script|test|search|help|why|outdated|set|build|check)$/;

/** Whether a command deletes something for good or brings foreign programs in: a person is asked first. Never throws. */
export function mayDestroy(command: string): boolean {
  const verdict = judgeShell(command);
  // What never runs is refused by name before anybody is asked.
  return (
    verdict.ok &&
    verdict.commands.some((one) => removes(one) || isGitLoss(one) || dropsData(one) || installs(one))
  );
}

function removes(command: ShellCommand): boolean {
  return REMOVERS.test(nameOf(command) ?? "");
}

/** Databases and tables that go, and rows without a condition. */
function dropsData(command: ShellCommand): boolean {
  const name = nameOf(command) ?? "";
  if (/^(dropdb|dropuser)$/.test(name)) return true;
  const values = argumentsOf(command);
  if (name === "mysqladmin") return values.includes("drop");
  return (
    /^(psql|mysql|mariadb|sqlite3|duckdb|clickhouse-client|mongosh|mongo|cqlsh)$/.test(name) &&
    values.some((value) => DROPS.test(value))
  );
}
const DROPS =
  /\bdrop\s+(table|database|schema|view|index|collection|keyspace)\b|\btruncate\s+(table\s+)?\w|\bdelete\s+from\s+[\w."]+\s*(;|$)|\.drop(Database|Indexes?)?\(|\.(deleteMany|remove)\(\s*(\{\s*\})?\s*\)/i;

function isGitLoss(command: ShellCommand): boolean {
  if (nameOf(command) !== "git") return false;
  const values = argumentsOf(command);
  const has = (pattern: RegExp) => values.some((value) => pattern.test(value));
  const [action] = operandsOf(command);
  switch (action) {
    case "clean":
      return has(/^-[a-z]*f|^--force/) && !has(/^-[a-z]*n|^--dry-run$/);
    case "reset":
      return has(/^--hard$/);
    case "push":
      return has(/^(--force|-f|--delete|--mirror|\+.*)$/);
    case "rm":
      return has(/^-[a-z]*[rf]|^--force$/) && !has(/^--cached$/);
    case "branch":
      return has(/^-D$/);
    case "checkout":
    case "restore":
      return has(/^(--|\.)$/);
    default:
      return false;
  }
}

function installs(command: ShellCommand): boolean {
  const name = nameOf(command) ?? "";
  const values = argumentsOf(command);
  if (/^(npx|pnpx|bunx|uvx)$/.test(name)) return true;
  if (/^python[\d.]*$/.test(name)) return values[0] === "-m" && /^(pip|ensurepip)$/.test(values[1] ?? "");
  return (
    INSTALLERS.test(name) &&
    operandsOf(command)
      .slice(0, 2)
      .some(
        (value, index, [first = ""]) => INSTALLING.test(value) && !(index > 0 && NOT_INSTALLING.test(first)),
      )
  );
}
