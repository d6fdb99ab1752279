import { longValues, optionValues } from "../option-values.ts";
import { SUBSCRIPT } from "../read-shell.ts";
import { argumentsOf, hasOption, nameOf, type ShellCommand } from "../shell-command.ts";
import { EMACS_ORDERS, ordersOfEditor } from "./editor-orders.ts";
import type { DenyFamily } from "./family.ts";
import { isGitExecution } from "./git-orders.ts";
import { inlineCode } from "./inline-code.ts";
import { isPlainProgram } from "./plain-programs.ts";

const CODE_RUNS_PROGRAMS =
  /(?<!\w)(subprocess|os\s*\.\s*(system|popen|exec[lv]\w*|spawn\w*|posix_spawn\w*|fork)|pty\.|commands\.get|shell_exec|passthru|proc_open|popen|System\.cmd|os:cmd|open_port|ProcessBuilder|getRuntime|sys\.process|System\.Process|callCommand|readProcess|process_create|run-(shell-command|program)|Sys\.command|Unix\.(system|exec)|e?syscmd|\bunix_system|child_process|execSync|spawnSync|execFile|Deno\.Command|Bun\.spawn|__import__|importlib|ctypes|Open3|IO\.popen|Kernel\.(system|exec|spawn)|Process\.spawn|process\.binding|mainModule|Bun\.\$|NSTask|runpy|code\.interact|__builtins__|builtins\.|__globals__|__subclasses__|from\s+(os|posix|pty|subprocess|shutil)\s+import|import\s+(pty|posix|code|commands|runpy)\b)|(?<!["'])((?<!\bplatform\.)\bsystem|(?<!\.)\b(exec|qx|eval))\s*[({"'$@]|(?<!["'/])\b(system|exec|qx)\s*\/|["'](system|exec|shell_exec|passthru|popen)["']\s*\(|\((system\*?|process|shell-command|call-process|start-process)\s|\b(shell|run|spawn)\s*\(\s*[`"']|\bopen\b\s*\(?[^;)]*(["']\s*\||\|\s*["']|\|-["']|-\|)|\bfork\b(?!\s*[=:,.])|do shell script|["']\.execute\s*\(|\bos\.execute\b|`[^`]+`|%x[({[]|(?<![.\w])(eval|exec|compile)\s*\(/;
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
        return (
          longValues(command.words, "compress-program").some(isOther) ||
          values.some((value) => /^--com/.test(value) && !/^--compress-program(=|$)/.test(value))
        );
      case "git":
        return isGitExecution(values);
      case "rg":
      case "grep":
      case "ag":
        return values.some((value) => /^--pre(=|$)/.test(value) || value.startsWith("--hostname-bin"));
      case "man":
        return (
          hasOption(command, "H", ["html", "browser"]) ||
          [...optionValues(command.words, "P"), ...longValues(command.words, "pager")].some(isOther)
        );
      case "history":
        return hasOption(command, "sawrn");
      case "tar":
      case "bsdtar":
        return isTarExecution(command);
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
        return ordersOfEditor(values);
      case "emacs":
      case "emacsclient":
        return EMACS_ORDERS.test(values.join(" "));
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

/** Anything but a program that only shows or packs, and what is only known while it runs. */
function isOther(program: string | undefined): boolean {
  return program === undefined || !isPlainProgram(program);
}

function isTarExecution(command: ShellCommand): boolean {
  const values = argumentsOf(command);
  return (
    values.some(
      (value) =>
        /^--(to-com|rsh-c|rmt-c|info-s|new-vol)/.test(value) ||
        (/^--checkpoint-a/.test(value) &&
          !/^--checkpoint-action=(\.|dot|echo|bell|ttyout|totals|sleep=\d+)(=[\w ]*)?$/.test(value)) ||
        /^-[A-Za-z]*F$/.test(value) ||
        (/^--use-c/.test(value) && !/^--use-compress-program(=|$)/.test(value)),
    ) ||
    [...optionValues(command.words, "I"), ...longValues(command.words, "use-compress-program")].some(isOther)
  );
}

function isSedExecution(value: string): boolean {
  return (
    /(^|[;{}\n!]|\$|\d|\/[A-Za-z]*)\s*e(\s|$|;)/.test(
      value.replace(/^-e/, "").replace(/^s([|#,:/])(?:\\.|(?!\1).)*\1(?:\\.|(?!\1).)*\1[gpiImM0-9]*$/, "s"),
    ) || /s([^\w\s\\])(?:\\.|(?!\1).)*\1(?:\\.|(?!\1).)*\1[gpiImM0-9]*e/s.test(value)
  );
}

export const runsProgramsFromCode: DenyFamily = {
  name: "running programs from code on the command line",
  matches(command) {
    const code = inlineCode(command);
    if (/awk$/.test(nameOf(command) ?? "")) return isAwkExecution(command);
    // Code that is only known while it runs may do anything.
    const isUnknown = command.words.some(({ value, text }) => value === undefined && code.includes(text));
    // A backtick is a quote like any other in these languages.
    const isQuote = /^(python|pypy|node|deno|bun|ts-node|tsx)/.test(nameOf(command) ?? "");
    return (
      isUnknown || code.some((text) => CODE_RUNS_PROGRAMS.test(isQuote ? text.replaceAll("`", "'") : text))
    );
  },
};

/** Any argument may be the program: options with values stand before it. */
function isAwkExecution(command: ShellCommand): boolean {
  const values = argumentsOf(command);
  if (values.some((value) => /^(-[li]|--(load|include)(=|$))/.test(value))) return true;
  if (
    (command.isFed || command.given !== undefined) &&
    values.some((value) => OWN_INPUT.test(value.replace(/^-f/, "")))
  )
    return true;
  return values.some((value) =>
    AWK_RUNS_PROGRAMS.test(value.replaceAll(AWK_FILTERS, "").replaceAll(AWK_LITERALS, '""')),
  );
}
/** Into programs that only sort and count. */
const AWK_FILTERS = /(?<!\|)\|\s*"(sort|uniq|wc|head|tail|column|cat)( -\w+)*"/g;
const OWN_INPUT = /^(-|\/dev\/(stdin|fd\/0)|\/proc\/self\/fd\/0)$/;

export const transformsVariables: DenyFamily = {
  name: "expansions that run or reveal what a variable holds",
  matches: (command) =>
    /^(printf|test|\[|read|unset|let|declare|typeset|local|export|readonly|mapfile|readarray|getopts|wait)$/.test(
      nameOf(command) ?? "",
    ) && argumentsOf(command).some((value) => SUBSCRIPT.test(value) && /^[\w =+-]+\[/.test(value)),
  matchesScript: ({ facts }) =>
    // A variable that holds such an index runs it in the first sum that it stands in.
    facts.hasTransformation || facts.assignments.some(({ written }) => /\w\[[^\]]*(\$\(|`)/.test(written)),
};
