import { argumentsOf, hasOption, nameOf, operandsOf, type ShellCommand } from "../shell-command.ts";
import type { DenyFamily } from "./family.ts";

/** Folders that a system is made of, a person's whole folder, and everything. `/tmp` and devices to write to are none. */
const SYSTEM =
  /^\/+(\*|\.+\/*)?$|^\/+(s?bin|lib(32|64|x32)?|usr|etc|boot|root|proc|sys|lost\+found)(\/|$)|^\/+(var|home|opt|srv|mnt|media|Users|dev)\/*\*?$|^\/+(home|Users)\/+[^/]+\/*\*?$|^(~|\$HOME|\$\{HOME\}|"\$HOME")\/*\*?$/;
/** What a process reads and writes of its own under `/proc`. */
const OWN = /^\/+proc\/self\/fd\/\d+$/;
/** Programs all of whose files change. */
const CHANGES_ALL =
  /^(mv|tee|sponge|rm|unlink|rmdir|truncate|touch|mkdir|mktemp|chown|chgrp|chattr|shred|rename|patch)$/;
/** Programs that change the last one, or the one that an option names. */
const CHANGES_LAST = /^(cp|ln|install|rsync|scp)$/;
const IN_PLACE = /^(sed|perl|ruby|gawk)$/;

/** Files that a command makes, changes, moves or removes, as far as they are known. */
export function changedFiles(command: ShellCommand): readonly string[] {
  const name = nameOf(command) ?? "";
  const operands = operandsOf(command);
  if (CHANGES_ALL.test(name)) return [...operands, ...targetFolders(command)];
  if (CHANGES_LAST.test(name)) return [...operands.slice(-1), ...targetFolders(command)];
  if (name === "dd") return argumentsOf(command).flatMap((value) => /^of=(.*)$/s.exec(value)?.[1] ?? []);
  if (IN_PLACE.test(name) && hasOption(command, "i", ["in-place"])) return operands;
  if (name === "sed") return operands.flatMap(filesOfSed);
  if (name === "chmod") return operands.slice(1);
  if (/^(curl|wget|aria2c)$/.test(name)) return savedFiles(command);
  return [];
}

function targetFolders(command: ShellCommand): readonly string[] {
  const values = argumentsOf(command);
  return values.flatMap((value, index) => {
    if (/^-[a-zA-Z]*t$|^--target-directory$/.test(value)) return values[index + 1] ?? [];
    return /^--target-directory=(.*)$/s.exec(value)?.[1] ?? [];
  });
}

/** Files that a script of sed writes: `w FILE`, alone or after a replacement. */
function filesOfSed(script: string): readonly string[] {
  return [...script.matchAll(/(?:^|[;{}\s\d$/a-zA-Z])[wW]\s*(\/[^\n;}]+|~[^\n;}]+)/g)].flatMap(
    ([, file = ""]) => file.trim(),
  );
}

function savedFiles(command: ShellCommand): readonly string[] {
  const values = argumentsOf(command);
  return values.flatMap((value, index) => {
    if (/^-[a-zA-Z]*[oOPd]$|^--(output(-d\w*)?|directory-prefix|dir|out|cookie-jar|dump-header)$/.test(value))
      return values[index + 1] ?? [];
    return (
      /^(?:--(?:output(?:-d\w*)?|directory-prefix|dir|out)=|-[oO](?=[/~$]))(.*)$/s.exec(value)?.[1] ?? []
    );
  });
}

export const changesSystemFiles: DenyFamily = {
  name: "changing the system's own files",
  matches: (command) => changedFiles(command).some(isSystem),
  matchesScript: ({ facts }) =>
    facts.redirects.some(({ operator, written }) => operator.includes(">") && isSystem(written)),
};

function isSystem(path: string): boolean {
  return SYSTEM.test(path) && !OWN.test(path);
}
