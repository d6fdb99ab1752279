import { joined, longValues, optionValues, withoutOptions } from "./option-values.ts";
import { unwrapRunner } from "./runners.ts";
import type { ShellCommand } from "./shell-command.ts";
import { nameOf } from "./shell-command.ts";
import type { ShellWord } from "./shell-word.ts";

/** What a command starts besides itself: another command in its arguments, or a script as text. */
export interface Unwrapped {
  readonly commands: readonly ShellCommand[];
  /** Text that is run as a script; undefined where only running it would tell. */
  readonly scripts: readonly (string | undefined)[];
  /** The scripts get what the command reads. */
  readonly feeds?: true;
}

const NOTHING: Unwrapped = { commands: [], scripts: [] };

/** Shells, which run text that they are given. */
export const SHELLS: ReadonlySet<string> = new Set(
  "sh bash dash zsh ksh mksh ash fish csh tcsh rbash".split(" "),
);

/** Options with a value of their own, by wrapper; words after them and after other options are the command. */
const WRAPPERS: Readonly<Record<string, string>> = {
  env: "uCS",
  sudo: "ughpCrtTUD",
  doas: "uC",
  pkexec: "",
  nohup: "",
  setsid: "",
  nice: "n",
  ionice: "cnpPu",
  chrt: "TPD",
  taskset: "",
  time: "fo",
  stdbuf: "ioe",
  unbuffer: "",
  command: "",
  builtin: "",
  exec: "a",
  xargs: "EeIiLlnPsda",
  parallel: "jnLSN",
  busybox: "",
  toybox: "",
  strace: "eosPpEub",
  ltrace: "eosnaplu",
  timeout: "ks",
  chroot: "",
  flock: "wE",
  setpriv: "",
  unshare: "",
  nsenter: "tSGw",
  runuser: "ugGs",
  rlwrap: "",
  valgrind: "",
  fakeroot: "",
  "xvfb-run": "aefnps",
  "dbus-run-session": "",
  sem: "j",
  cpulimit: "lpe",
  daemonize: "",
  entr: "",
  perf: "",
  catchsegv: "",
  proot: "rbwq",
  firejail: "",
  torsocks: "",
  proxychains4: "f",
  dotenv: "",
  "cross-env": "",
  script: "",
  setarch: "",
  linux64: "",
  linux32: "",
  i386: "",
  x86_64: "",
  prlimit: "",
  choom: "np",
  uclampset: "mMp",
  numactl: "iImNCpl",
  cgexec: "g",
  "systemd-inhibit": "",
  caffeinate: "tw",
  chronic: "",
  ifne: "",
  faketime: "",
  eatmydata: "",
  retry: "tdm",
  hyperfine: "wmMrpcnSu",
  sshpass: "pfed",
  "with-contenv": "",
  gosu: "",
  "su-exec": "",
  tini: "pe",
  "dumb-init": "",
  wsl: "du",
  shx: "",
  "dbus-launch": "",
  winpty: "",
};
/** Words between a wrapper's options and its command. */
const BETWEEN: Readonly<Record<string, number>> = {
  timeout: 1,
  flock: 1,
  chroot: 1,
  taskset: 1,
  chrt: 1,
  perf: 1,
  faketime: 1,
  gosu: 1,
  "su-exec": 1,
};

type Unwrap = (command: ShellCommand) => Unwrapped;
const scripts = (texts: readonly (string | undefined)[]): Unwrapped => ({ commands: [], scripts: texts });

/** Programs that start others in a way of their own. */
const SPECIAL: Readonly<Record<string, Unwrap>> = {
  eval: ({ words }) => scripts([joined(words.slice(1))]),
  trap: ({ words }) => scripts(trapScripts(words)),
  alias: ({ words }) => scripts(aliasScripts(words)),
  watch: ({ words }) => scripts([joined(withoutOptions(words.slice(1), "nd"))]),
  su: ({ words }) => scripts(optionValues(words, "c")),
  script: (command) => textOrCommand(command, "script"),
  flock: (command) => textOrCommand(command, "flock"),
  find: (command) => ({ commands: foundCommands(command), scripts: [] }),
  env: unwrapEnv,
  parallel: unwrapParallel,
  command: (command) => (looksUp(command) ? NOTHING : unwrapPlain(command, "command")),
  npx: ({ words }) => scripts(calledTexts(words)),
  cmd: ({ words }) => scripts(cmdScripts(words)),
  concurrently: ({ words }) =>
    scripts(
      withoutOptions(words.slice(1), "nckpm").flatMap(({ value }) => (value?.startsWith("-") ? [] : [value])),
    ),
  split: ({ words }) => ({ ...scripts(longValues(words, "filter")), feeds: true }),
  hyperfine: ({ words }) =>
    scripts(withoutOptions(words.slice(1), WRAPPERS["hyperfine"] ?? "").map(({ value }) => value)),
  git: unwrapGit,
  mapfile: ({ words }) => scripts(optionValues(words, "C")),
  readarray: ({ words }) => scripts(optionValues(words, "C")),
  complete: ({ words }) => scripts(optionValues(words, "C")),
  fd: (command) => ({ commands: handedCommands(command), scripts: [] }),
  fdfind: (command) => ({ commands: handedCommands(command), scripts: [] }),
};

/** Looks into a command for what it would start, so that no wrapper hides a program. */
export function unwrapCommand(command: ShellCommand): Unwrapped {
  const name = nameOf(command) ?? "";
  if (name === "." || name === "source") return scripts(sourcedScripts(command.words));
  if (SHELLS.has(name)) return scripts(shellScripts(command.words).map((text) => fixedText(text, command)));
  if (/^ld(-linux[\w.-]*|-musl[\w.-]*)?\.so[\d.]*$/.test(name)) return unwrapPlain(command, "ld.so");
  if (Object.hasOwn(SPECIAL, name)) return SPECIAL[name]?.(command) ?? NOTHING;
  if (Object.hasOwn(WRAPPERS, name)) return unwrapPlain(command, name);
  const inner = unwrapRunner(command);
  return inner === undefined ? NOTHING : { commands: [inner], scripts: [] };
}

/** `command -v NAME` says where a program is and starts nothing. */
function looksUp({ words }: ShellCommand): boolean {
  return /^-[pvV]*[vV]/.test(words[1]?.value ?? "");
}

/** `npx -c TEXT`: after the name of a package the letter is the package's. */
function calledTexts([, ...words]: readonly ShellWord[]): readonly (string | undefined)[] {
  const end = words.findIndex(
    ({ value }, index) =>
      !value?.startsWith("-") && !/^(-p|--package|-c|--call)$/.test(words[index - 1]?.value ?? ""),
  );
  const own = end < 0 ? words : words.slice(0, end);
  return [...optionValues(own, "c"), ...longValues(own, "call")];
}

/** What `cmd /c` is given. */
function cmdScripts(words: readonly ShellWord[]): readonly (string | undefined)[] {
  const start = words.findIndex(({ value }) => /^\/[ckr]$/i.test(value ?? ""));
  return start < 0 ? [] : [joined(words.slice(start + 1))];
}

function textOrCommand(command: ShellCommand, name: string): Unwrapped {
  const texts = optionValues(command.words, "c");
  return texts.length > 0 ? scripts(texts) : unwrapPlain(command, name);
}

function unwrapPlain(command: ShellCommand, name: string): Unwrapped {
  const first = withoutOptions(command.words.slice(1), WRAPPERS[name] ?? "").slice(BETWEEN[name] ?? 0);
  // `perf record -p 1 COMMAND`: the action has options too.
  const rest = name === "perf" ? withoutOptions(first, "petFocCgGkm") : first;
  if (rest.length === 0) return NOTHING;
  // Programs that gather arguments add what they read.
  const words = name === "xargs" || name === "parallel" ? [...rest, ADDED] : rest;
  return { commands: [inside(command, name, words)], scripts: [] };
}

/** What is not known before it runs. It follows what is fixed, so it is taken for names of files. */
const ADDED: ShellWord = { text: "...", value: undefined, couldBeOption: false, isPattern: false };

/** Its arguments are one line of a script; without any, so is each line that it reads. */
function unwrapParallel(command: ShellCommand): Unwrapped {
  const { words } = command;
  if (words.some(({ value }) => value === "--help" || value === "--version")) return NOTHING;
  const rest = withoutOptions(words.slice(1), WRAPPERS["parallel"] ?? "");
  const end = rest.findIndex(({ value }) => /^:::?:?\+?$/.test(value ?? ""));
  const line = end < 0 ? rest : rest.slice(0, end);
  if (line.length === 0) return scripts([undefined]);
  const [only] = line;
  if (line.length === 1 && /\s/.test(only?.value ?? ""))
    return scripts([only?.value?.replaceAll(/\{[^\s{}]*\}/g, '"$_"')]);
  return { commands: [inside(command, "parallel", [...line, ADDED])], scripts: [] };
}

function unwrapEnv(command: ShellCommand): Unwrapped {
  const texts = [...optionValues(command.words, "S"), ...longValues(command.words, "split-string")];
  // A dash alone empties the environment.
  let rest = withoutOptions(command.words.slice(1), WRAPPERS["env"] ?? "").filter(
    ({ value }, index) => index > 0 || value !== "-",
  );
  const assignments = [...command.assignments];
  // Every word with such a sign, whatever stands before it: a shell exports functions under names that are none.
  for (let [word] = rest; word !== undefined && /^[^=]+=/.test(word.value ?? word.text); [word] = rest) {
    const [name = ""] = (word.value ?? word.text).split("=", 1);
    const value = word.value?.slice(name.length + 1);
    assignments.push({ name, value, written: value ?? word.text.slice(name.length + 1) });
    rest = rest.slice(1);
  }
  if (texts.length > 0) return { commands: [], scripts: texts };
  return { commands: [{ ...inside(command, "env", rest), assignments }], scripts: [] };
}

function inside(command: ShellCommand, wrapper: string, words: readonly ShellWord[]): ShellCommand {
  return { ...command, words, wrappers: [...command.wrappers, wrapper] };
}

function foundCommands(command: ShellCommand): readonly ShellCommand[] {
  const starts = command.words.flatMap(({ value }, index) =>
    /^-(exec|execdir|ok|okdir)$/.test(value ?? "") ? [index + 1] : [],
  );
  return starts.map((start) => {
    const rest = command.words.slice(start);
    const end = rest.findIndex(({ value }) => value === ";" || value === "+");
    const words = (end < 0 ? rest : rest.slice(0, end)).map((word) => (word.value === "{}" ? ADDED : word));
    return inside(command, "find", words);
  });
}

/** What `fd` starts for each file that it finds: all that follows the option. */
function handedCommands(command: ShellCommand): readonly ShellCommand[] {
  const start = command.words.findIndex(({ value }) => /^(-[xX]|--exec(-batch)?)$/.test(value ?? ""));
  if (start < 0) return [];
  const words = command.words.slice(start + 1).map((word) => (word.value === "{}" ? ADDED : word));
  return [inside(command, "find", words)];
}

function unwrapGit(command: ShellCommand): Unwrapped {
  const { words } = command;
  const bisect = words.findIndex(({ value }) => value === "bisect");
  const isRun = bisect > 0 && words[bisect + 1]?.value === "run" && words.length > bisect + 2;
  if (isRun) return { commands: [inside(command, "git", words.slice(bisect + 2))], scripts: [] };
  return scripts(gitScripts(words));
}

/** Scripts that git runs for each commit or module. */
function gitScripts(words: readonly ShellWord[]): readonly (string | undefined)[] {
  const at = (name: string) => words.findIndex(({ value }) => value === name);
  if (at("foreach") > 0)
    return [joined(words.slice(at("foreach") + 1).filter(({ value }) => value !== "--recursive"))];
  if (at("rebase") > 0)
    return [...optionValues(words.slice(at("rebase")), "x"), ...longValues(words, "exec")];
  if (at("filter-branch") > 0)
    return words.flatMap(({ value }, index) =>
      /^--[a-z]+-filter$/.test(value ?? "") ? [words[index + 1]?.value] : [],
    );
  if (at("difftool") > 0)
    return [...optionValues(words.slice(at("difftool")), "x"), ...longValues(words, "extcmd")];
  return [];
}

/** Texts after `-c`; nothing where a file or standard input is read, which others judge. */
function shellScripts(words: readonly ShellWord[]): readonly (string | undefined)[] {
  const index = words.findIndex(({ value }) => value !== undefined && /^-[A-Za-z]*c[A-Za-z]*$/.test(value));
  if (index < 0) return words.slice(1).some(({ couldBeOption }) => couldBeOption) ? [undefined] : [];
  const text = words.slice(index + 1).find(({ value }) => value === undefined || !/^[-+]/.test(value));
  return [text?.value];
}

/** Text into which a wrapper writes what it reads, such as names of files, is known while it runs. */
function fixedText(text: string | undefined, { wrappers, source }: ShellCommand): string | undefined {
  const isFilled =
    (/^(find|parallel)$/.test(wrappers.at(-1) ?? "") && text?.includes("{}") === true) ||
    (wrappers.includes("xargs") && /\s(-[a-zA-Z0-9]*[Ii]|--repl)/.test(source));
  return isFilled ? undefined : text;
}

/** A device has no text before it runs. */
function sourcedScripts([, file]: readonly ShellWord[]): readonly undefined[] {
  return file?.value === undefined || /^\/(dev|proc)\//.test(file.value) ? [undefined] : [];
}

function trapScripts(words: readonly ShellWord[]): readonly (string | undefined)[] {
  const [text, ...signals] = words.slice(1).filter(({ value }) => value !== "--");
  const isText = text !== undefined && signals.length > 0 && text.value !== "-";
  return isText ? [text.value] : [];
}

function aliasScripts(words: readonly ShellWord[]): readonly (string | undefined)[] {
  return words
    .slice(1)
    .flatMap(({ text, value }) => (text.includes("=") ? [value?.replace(/^[^=]*=/, "")] : []));
}
