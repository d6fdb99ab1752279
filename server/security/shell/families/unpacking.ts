import { longValues, optionValues } from "../option-values.ts";
import { argumentsOf, hasOption, nameOf, operandsOf, type ShellCommand } from "../shell-command.ts";
import { moduleOf } from "./publishing.ts";

/** Where a command puts what it unpacks or brings in: `.` is the folder that it runs in. */
export interface Unpacking {
  readonly folders: readonly string[];
  /** Names inside may lead out of the folder. */
  readonly isLoose?: true;
}

type Unpack = (command: ShellCommand) => Unpacking | undefined;
const known = (values: readonly (string | undefined)[]): readonly string[] =>
  values.flatMap((value) => value ?? []);
const orHere = (values: readonly string[]): Unpacking => ({ folders: values.length > 0 ? values : ["."] });

const tar: Unpack = (command) => {
  const [, first = "", ...others] = command.words.map(({ value, text }) => value ?? text);
  // The old way has no dash: `tar xzf FILE`.
  const letters = /^[a-zA-Z]+$/.test(first) ? first : "";
  const isExtracting = letters.includes("x") || hasOption(command, "x", ["extract", "get"]);
  if (!isExtracting || letters.includes("t")) return undefined;
  const folders = [
    ...known(optionValues(command.words, "C")),
    ...argumentsOf(command).flatMap((value, index, all) =>
      /^--dir\w*$/.test(all[index - 1] ?? "") ? value : (/^--dir\w*=(.*)$/.exec(value)?.[1] ?? []),
    ),
    ...known(longValues(command.words, "one-top-level")),
    ...(letters.includes("C") ? others : []),
  ];
  const isLoose =
    letters.includes("P") ||
    others.includes("-P") ||
    hasOption(command, "P", ["absolute-names", "absolute-paths"]);
  return { ...orHere(folders), ...(isLoose ? { isLoose } : {}) };
};
const seven: Unpack = (command) => {
  const values = argumentsOf(command);
  if (!/^[xe]$/.test(operandsOf(command)[0] ?? "")) return undefined;
  return orHere(values.flatMap((value) => /^-o(.+)$/.exec(value)?.[1] ?? []));
};
const module: Unpack = (command) => {
  if (!/^(tarfile|zipfile)$/.test(moduleOf(command) ?? "")) return undefined;
  const values = argumentsOf(command);
  const index = values.findIndex((value) => /^(-e|--extract)$/.test(value));
  return index < 0 ? undefined : orHere(values.slice(index + 2, index + 3));
};
const behind =
  (letters: string, isUsed: (command: ShellCommand) => boolean): Unpack =>
  (command) =>
    isUsed(command)
      ? orHere(known([...letters].flatMap((letter) => optionValues(command.words, letter))))
      : undefined;

const UNPACKERS: readonly (readonly [RegExp, Unpack])[] = [
  [/^(tar|bsdtar|gtar|star)$/, tar],
  [/^unzip$/, behind("d", (command) => !hasOption(command, "lptvzZ"))],
  [
    /^(bsd)?cpio$/,
    behind(
      "D",
      (command) => hasOption(command, "ip", ["extract", "pass-through"]) && !hasOption(command, "t"),
    ),
  ],
  [/^(7z|7za|7zr|7zz)$/, seven],
  [/^unar$/, behind("o", () => true)],
  [
    /^(unrar|rar)$/,
    (command) =>
      /^[xe]$/.test(operandsOf(command)[0] ?? "") ? orHere(operandsOf(command).slice(2)) : undefined,
  ],
  [
    /^ar$/,
    (command) =>
      /^-?[a-z]*x/.test(argumentsOf(command)[0] ?? "")
        ? orHere(known(longValues(command.words, "output")))
        : undefined,
  ],
  [/^(python|pypy)[\d.]*$/, module],
  [
    /^git$/,
    (command) =>
      operandsOf(command)[0] === "clone" && operandsOf(command).length > 2
        ? orHere(operandsOf(command).slice(-1))
        : undefined,
  ],
  [
    /^(dpkg-deb|rpm2cpio)$/,
    (command) => (hasOption(command, "xR") ? orHere(operandsOf(command).slice(1, 2)) : undefined),
  ],
];

/** What a command unpacks, if it does. */
export function unpackingOf(command: ShellCommand): Unpacking | undefined {
  const name = nameOf(command) ?? "";
  return UNPACKERS.find(([pattern]) => pattern.test(name))?.[1](command);
}

/** The folder that a program is told to work in before it does anything. */
export function workFolder(command: ShellCommand): string | undefined {
  const name = nameOf(command) ?? "";
  if (/^(cd|pushd)$/.test(name)) return operandsOf(command)[0];
  if (/^(git|make|gmake|ninja)$/.test(name)) return known(optionValues(command.words, "C"))[0];
  return name === "env"
    ? known([...longValues(command.words, "chdir"), ...optionValues(command.words, "C")])[0]
    : undefined;
}
