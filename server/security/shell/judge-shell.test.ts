import { expect, test } from "vitest";
import { BORROWED_COMMANDS } from "../../testing/borrowed-commands.ts";
import { readCorpus } from "../../testing/corpora/read-corpus.ts";
import { EVERYDAY_COMMANDS } from "../../testing/everyday-commands.ts";
import { DISGUISED_COMMANDS, FORBIDDEN_COMMANDS } from "../../testing/forbidden-commands.ts";
import { HARMLESS_COMMANDS } from "../../testing/harmless-commands.ts";
import { judgeShell } from "./judge-shell.ts";

/** The same command, written so that it does not look like itself. */
const DISGUISES: readonly ((command: string) => string)[] = [
  (command) => `true; ${command}`,
  (command) => `false || { ${command}\n}`,
  (command) => `if true; then ${command}\nfi`,
  (command) => `echo "$(${command}\n)"`,
  (command) => `(${command}\n) &`,
  (command) => `while true; do ${command}\nbreak; done`,
  (command) => `cat <(${command}\n)`,
];

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Ways to start a program that is a word of its own. */
const WRAPPERS: readonly string[] = [
  "env",
  "env -i A=1",
  "/usr/bin/env",
  "nohup",
  "nice -n 5",
  "timeout 5",
  "timeout -k 1 5",
  "stdbuf -o0",
  "command",
  "builtin command",
  "exec",
  "time",
  "busybox",
  "setsid",
  "xargs",
  "xargs -0 -n 1",
  "ionice -c 3",
];
const IN_WORDS: readonly string[] = [
  "rm -rf x",
  "mkfs.ext4 x",
  "shutdown now",
  "nc -l 1",
  "killall x",
  "printenv",
];

const known = [
  ...FORBIDDEN_COMMANDS,
  ...FORBIDDEN_COMMANDS.flatMap((command) => DISGUISES.map((disguise) => disguise(command))),
  ...FORBIDDEN_COMMANDS.map((command) => `bash -c ${quoted(command)}`),
  ...FORBIDDEN_COMMANDS.map((command) => `eval ${quoted(command)}`),
  ...IN_WORDS.flatMap((command) =>
    WRAPPERS.flatMap((wrapper) => [`${wrapper} ${command}`, `env ${wrapper} ${command}`]),
  ),
  ...DISGUISED_COMMANDS,
  ...BORROWED_COMMANDS,
  ...BORROWED_COMMANDS.map((command) => `true; ${command}`),
];
const ordinary = [
  ...HARMLESS_COMMANDS,
  ...EVERYDAY_COMMANDS,
  ...HARMLESS_COMMANDS.map((command) => `true; ${command}`),
  ...HARMLESS_COMMANDS.map((command) => `bash -c ${quoted(command)}`),
];

const picked = {
  hostile: [...readCorpus("hostile-commands"), ...readCorpus("hostile-orders")],
  harmless: [...readCorpus("harmless-commands"), ...readCorpus("harmless-orders")],
};
const sly = [
  ...picked.hostile,
  ...picked.hostile.flatMap((command) => DISGUISES.map((disguise) => disguise(command))),
  ...picked.hostile.map((command) => `bash -c ${quoted(command)}`),
  ...picked.hostile.map((command) => `cat > s.sh <<'END-OF-IT'\n${command}\nEND-OF-IT\nsh ./s.sh`),
];
const plain = [
  ...picked.harmless,
  ...picked.harmless.map((command) => `true; ${command}`),
  ...picked.harmless.map((command) => `if true; then ${command}\nfi`),
  ...picked.harmless.map((command) => `bash -c ${quoted(command)}`),
];

test.each([
  ["commands", known, ordinary],
  ["commands of every kind", sly, plain],
])(
  "nothing that never runs is let through of %s, and nothing harmless is refused",
  (name, hostile, harmless) => {
    const allowed = hostile.filter((command) => judgeShell(command).ok);
    const refused = harmless.flatMap((command) => {
      const verdict = judgeShell(command);
      return verdict.ok ? [] : [`${command}: ${verdict.reason}`];
    });
    process.stdout.write(
      `${name}: ${hostile.length} hostile, ${allowed.length} wrongly allowed; ${harmless.length} harmless, ${refused.length} wrongly refused\n`,
    );
    expect(allowed).toEqual([]);
    expect(refused).toEqual([]);
  },
);

test("what is refused though it does no harm is known, and a person can be told", () => {
  const careful = readCorpus("refused-with-care");
  expect(careful.filter((command) => judgeShell(command).ok)).toEqual([]);
});

test("what the text of a command does not tell is left to the sandbox and to people", () => {
  const left = readCorpus("left-to-the-sandbox");
  expect(left.filter((command) => !judgeShell(command).ok)).toEqual([]);
});

test("every program of a command is found, whatever it is wrapped in", () => {
  const found = (text: string) => {
    const verdict = judgeShell(text);
    return verdict.ok
      ? verdict.commands.map(({ words }) =>
          words.map(({ value, text: written }) => value ?? written).join(" "),
        )
      : verdict.reason;
  };
  expect(found("timeout 5 env A=1 nice make test && (cd src; ls | wc -l)")).toEqual([
    "timeout 5 env A=1 nice make test",
    "env A=1 nice make test",
    "nice make test",
    "make test",
    "cd src",
    "ls",
    "wc -l",
  ]);
  expect(found("find . -exec grep -l x {} \\; | xargs wc")).toEqual([
    "find . -exec grep -l x {} ;",
    "grep -l x ...",
    "xargs wc",
    "wc ...",
  ]);
  expect(found("bash -c 'ls; pwd'")).toEqual(["bash -c ls; pwd", "ls", "pwd"]);
});

test("a long command takes time in line with its length", () => {
  // The best of some: others may have the processor at any moment.
  const time = (length: number) => {
    const text = "echo a$b 'c' | sort; ".repeat(length);
    const times = Array.from({ length: 4 }, () => {
      const start = performance.now();
      expect(judgeShell(text).ok).toBe(true);
      return performance.now() - start;
    });
    return Math.min(...times);
  };
  expect(time(2_000)).toBeLessThan(Math.max(400, time(200) * 40));
  expect(judgeShell("a".repeat(60_000)).ok).toBe(false);
  expect(judgeShell("$(".repeat(20_000)).ok).toBe(false);
});
