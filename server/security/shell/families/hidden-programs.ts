import { argumentsOf, hasOption, nameOf, type ShellCommand } from "../shell-command.ts";
import type { DenyFamily } from "./family.ts";
import { inlineCode } from "./inline-code.ts";

const CODE_RUNS_PROGRAMS =
  /(?<!\w)(subprocess|os\s*\.\s*(system|popen|exec[lv]\w*|spawn\w*|posix_spawn\w*|fork)|pty\.|commands\.get|shell_exec|passthru|proc_open|popen|child_process|execSync|spawnSync|execFile|Deno\.Command|Bun\.spawn|__import__|importlib|ctypes|Open3|IO\.popen|Kernel\.(system|exec|spawn)|Process\.spawn|process\.binding|mainModule|Bun\.\$|NSTask|runpy|code\.interact|__builtins__|builtins\.|__globals__|__subclasses__|from\s+(os|posix|pty|subprocess|shutil)\s+import|import\s+(pty|posix|code|commands|runpy)\b)|(?<!["'])\b(system|exec|qx|eval)\s*[({"'$@]|(?<!["'/])\b(system|exec|qx)\s*\/|["'](system|exec|shell_exec|passthru|popen)["']\s*\(|\bopen\b\s*\(?[^;)]*(["']\s*\||\|\s*["']|\|-["']|-\|)|\bfork\b(?!\s*[=:,.])|do shell script|["']\.execute\s*\(|\bos\.execute\b|`[^`]+`|%x[({[]|\b(eval|exec|compile)\s*\(/;
const AWK_RUNS_PROGRAMS =
  /\bsystem\s*\(|(?<!\|)\|(?!\|)\s*&?\s*("|\(|\$|getline|[A-Za-z_])|\|&|@\s*(load|include)\b/;
/** Texts and expressions of an awk program: what stands in them is not run. */
const AWK_LITERALS = /"(?:\\.|[^"\\])*"|(?<=(?:^|[~({,;!&|\n])\s*)\/(?:\\.|[^/\\\n])+\//g;

/** Commands hidden in the options of other programs, which no reading of the command itself finds. */
export const hidesPrograms: DenyFamily = {
  name: "running programs through options of others",
  matches(command) {
    const name = nameOf(command) ?? "";
    const values = argumentsOf(command);
    switch (name) {
      case "sed":
        return values.some(isSedExecution);
      case "sort":
        return hasOption(command, "", ["compress-program"]);
      case "git":
        return isGitExecution(values);
      case "rg":
      case "grep":
      case "ag":
        return values.some((value) => /^--pre(=|$)/.test(value) || value.startsWith("--hostname-bin"));
      case "man":
        return hasOption(command, "HP", ["html", "pager", "browser"]);
      case "history":
        return hasOption(command, "sawrn");
      case "tar":
      case "bsdtar":
        return values.some(
          (value) =>
            /^--(to-com|checkpoint-a|use-c|rsh-c|rmt-c|info-s|new-vol)/.test(value) ||
            /^-[A-Za-z]*[IF]$/.test(value),
        );
      case "zip":
        return values.some((value) => value.startsWith("-TT") || value.startsWith("--unzip-command"));
      case "rsync":
        return values.some((value) => /^-[a-zA-Z]*e$|^--rs(h|ync-path)/.test(value));
      case "ssh":
      case "scp":
      case "sftp":
        return (
          values.some((value) => /(Proxy|Local|Permit|Knownhosts)Command/i.test(value)) ||
          (name !== "ssh" && values.includes("-S"))
        );
      case "vi":
      case "vim":
      case "nvim":
      case "view":
      case "ed":
      case "ex":
      case "emacs":
        return values.some((value) => EDITOR_ORDERS.test(value));
      case "make":
      case "gmake":
        return (
          hasOption(command, "", ["eval"]) ||
          (command.isFed && values.includes("-")) ||
          values.some((value) => /^SHELL=/.test(value))
        );
      case "openssl":
        return values.some((value) => value === "-engine" || value === "-provider");
      case "fzf":
      case "entr":
        return values.some((value) => /execute|--preview|reload/.test(value));
      default:
        return false;
    }
  },
};

/** Orders by which an editor starts a program or a shell. */
const EDITOR_ORDERS =
  /^[-+].*!|^:*\s*(r(ead)?|w(rite)?)?\s*!|^[+:]*\s*(sh(ell)?|ter(m(inal)?)?)\b(?!.)|system(list)?\(|jobstart\(|term_start\(|\bexe(cute)?\b.*!|^(py3?|python3?|perl|ruby|lua)\b|--eval|shell-command/;

function isSedExecution(value: string): boolean {
  return (
    /(^|[;{}\n!]|\$|\d|\/[A-Za-z]*)\s*e(\s|$|;)/.test(
      value.replace(/^-e/, "").replace(/^s([|#,:/])(?:\\.|(?!\1).)*\1(?:\\.|(?!\1).)*\1[gpiImM0-9]*$/, "s"),
    ) || /s([^\w\s\\])(?:\\.|(?!\1).)*\1(?:\\.|(?!\1).)*\1[gpiImM0-9]*e/s.test(value)
  );
}

function isGitExecution(values: readonly string[]): boolean {
  return values.some(
    (value, index) =>
      /^--(upload-pack|receive-pack|exec|exec-path|ext-diff|open-files-in-pager|config-env)(=|$)/.test(
        value,
      ) ||
      /^-O./.test(value) ||
      /^ext::/.test(value) ||
      value.startsWith("fd::") ||
      ((values[index - 1] === "-c" || isSetting(values, index)) &&
        /^(core\.(sshcommand|pager|editor|fsmonitor|hookspath|askpass|gitproxy)|alias\.|pager\.|diff\.|merge\.|filter\.|credential\.|sequence\.editor|gpg\.|protocol\.ext|uploadpack|receivepack|include)/i.test(
          value,
        )),
  );
}

/** `git config [--global] NAME VALUE`, and not `git config --get NAME`. */
function isSetting(values: readonly string[], index: number): boolean {
  const start = values.indexOf("config");
  const isRead = values.some(
    (value) => /^--?(get|list|unset|l$|remove|rename)/.test(value) || value === "get",
  );
  return start >= 0 && start < index && !isRead && values[index + 1] !== undefined;
}

export const runsProgramsFromCode: DenyFamily = {
  name: "running programs from code on the command line",
  matches(command) {
    const code = inlineCode(command);
    if (/awk$/.test(nameOf(command) ?? "")) return isAwkExecution(command);
    // Code that is only known while it runs may do anything.
    const isUnknown = command.words.some(({ value, text }) => value === undefined && code.includes(text));
    return isUnknown || code.some((text) => CODE_RUNS_PROGRAMS.test(text));
  },
};

/** Any argument may be the program: options with values stand before it. */
function isAwkExecution(command: ShellCommand): boolean {
  const values = argumentsOf(command);
  if (values.some((value) => /^(-[li]|--(load|include)(=|$))/.test(value))) return true;
  if (command.isFed && values.some((value) => OWN_INPUT.test(value.replace(/^-f/, "")))) return true;
  return values.some((value) => AWK_RUNS_PROGRAMS.test(value.replaceAll(AWK_LITERALS, '""')));
}
const OWN_INPUT = /^(-|\/dev\/(stdin|fd\/0)|\/proc\/self\/fd\/0)$/;

export const transformsVariables: DenyFamily = {
  name: "expansions that run or reveal what a variable holds",
  matchesScript: ({ facts }) => facts.hasTransformation,
};
