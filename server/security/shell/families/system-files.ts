import { normalize } from "node:path/posix";
import { longValues, optionValues } from "../option-values.ts";
import { argumentsOf, hasOption, nameOf, operandsOf, type ShellCommand } from "../shell-command.ts";
import { textsIn } from "./code-texts.ts";
import { DISK } from "./disks.ts";
import type { DenyFamily, ReadShell } from "./family.ts";
import { inlineCode } from "./inline-code.ts";
import { unpackingOf, workFolder } from "./unpacking.ts";
import { writeTargets } from "./write-targets.ts";

/** Folders that a system is made of, a person's whole folder, and everything. `/tmp` and devices to write to are none. */
const SYSTEM =
  /^\/+(\*|\.+\/*)?$|^\/+(s?bin|lib(32|64|x32)?|usr|etc|boot|root|proc|sys|lost\+found|var\/log)(\/|$)|^\/+(var|home|opt|srv|mnt|media|Users|dev)\/*\*?$|^\/+(home|Users)\/+[^/]+\/*\*?$|^(~|\$HOME|\$\{HOME\}|"\$HOME")\/*\*?$/;
/** What a process reads and writes of its own under `/proc`. */
const OWN = /^\/+proc\/self\/fd\/\d+$/;
/** Programs all of whose files change. */
const CHANGES_ALL =
  /^(mv|tee|sponge|rm|unlink|rmdir|truncate|fallocate|touch|mkdir|mktemp|chown|chgrp|chattr|shred|rename|patch)$/;
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
  if (name === "ssh-keygen") return optionValues(command.words, "f").flatMap((file) => file ?? []);
  if (name === "pax")
    return [...longValues(command.words, "s"), ...optionValues(command.words, "s")].flatMap(
      (text) => /^(.).*?\1(\/.*?)\1/s.exec(text ?? "")?.[2] ?? [],
    );
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
  matches: (command) =>
    changedFiles(command).some(isSystem) ||
    writeTargets(command).some(isSystem) ||
    (unpackingOf(command)?.folders.some(isSystem) ?? false) ||
    unpackingOf(command)?.isLoose === true ||
    installsForAll(command) ||
    worksInSystem(command) ||
    changesWhatIsFound(command) ||
    inlineCode(command).some(writesSystem),
  matchesScript: (script) =>
    script.facts.redirects.some(({ operator, written }) => operator.includes(">") && isSystem(written)) ||
    changesWhereItWent(script),
};

/** `find /var/log -exec truncate -s 0 {} +`: what is changed is known by where it is looked for. */
function changesWhatIsFound(command: ShellCommand): boolean {
  if (!command.wrappers.includes("find") || !CHANGES_ALL.test(nameOf(command) ?? "")) return false;
  const [, place = ""] = /\bfind\s+(?:-[HLP]\s+)*(\S+)/.exec(command.source) ?? [];
  return isSystem(place);
}

const OPENS_TO_WRITE =
  /^\s*\)?\s*(,\s*(mode\s*=\s*)?["']([rb]*[wax]|[rb]*\+)|\.\s*(write_|unlink|rename|touch|mkdir|symlink|chmod))/;
const WRITES_TO =
  /\b(writeFile|appendFile|outputFile|createWriteStream|rename|unlink|rm|symlink|truncate|chmod|chown|copyFile|cp|mkdir)(Sync)?\s*\(\s*$|\b(File\.(write|open)|file_put_contents|rmtree|makedirs|os\.(remove|truncate|chmod|chown|mkdir))\s*\(?\s*$|\bopen\s*\(?\s*(my\s+)?[$\w]+\s*,\s*["']\+?>{1,2}["']\s*,\s*$|\b(shutil\.(copy\w*|move)|os\.(rename|replace|symlink|link)|copyFile(Sync)?|rename(Sync)?|symlink(Sync)?)\s*\([^;\n]{0,200},\s*$/;

/** Code that opens or makes a file of the system in order to change it. */
function writesSystem(code: string): boolean {
  return textsIn(code).some(
    ({ text, start, end }) =>
      (isSystem(text) || DISK.test(text)) &&
      (OPENS_TO_WRITE.test(code.slice(end, end + 60)) ||
        WRITES_TO.test(code.slice(Math.max(0, start - 260), start))),
  );
}

/** Packages of the system, which no workspace holds. */
function installsForAll(command: ShellCommand): boolean {
  const name = nameOf(command) ?? "";
  if (name === "dpkg")
    return hasOption(command, "irP", ["install", "remove", "purge", "unpack", "configure"]);
  if (name === "rpm")
    return hasOption(command, "iUFe", ["install", "upgrade", "erase"]) && !hasOption(command, "q");
  if (name === "update-alternatives") return hasOption(command, "", ["install", "set", "remove", "config"]);
  return false;
}

/** Git and make, told to work in a folder of the system; looking is allowed. */
function worksInSystem(command: ShellCommand): boolean {
  const folder = workFolder(command);
  if (folder === undefined || !/^(git|make|gmake|ninja)$/.test(nameOf(command) ?? "") || !isSystem(folder))
    return false;
  const looks = /^(status|log|diff|show|rev-parse|ls-files|ls-tree|blame|grep|describe|remote|-n|--dry-run)$/;
  return !argumentsOf(command).some((value) => looks.test(value));
}

/** `cd / && tar xf FILE`: a script that goes to a folder of the system and changes files without a whole path. */
function changesWhereItWent({ commands, facts }: ReadShell): boolean {
  const goes = commands.some(
    (one) => /^(cd|pushd|env)$/.test(nameOf(one) ?? "") && HERE_IS_SYSTEM.test(workFolder(one) ?? ""),
  );
  if (!goes) return false;
  const isNear = (path: string) => /^[^/~$"']/.test(path) && !path.startsWith("-");
  return (
    commands.some(
      (one) => changedFiles(one).some(isNear) || (unpackingOf(one)?.folders.some(isNear) ?? false),
    ) ||
    facts.redirects.some(
      ({ operator, written }) => operator.startsWith(">") && isNear(written) && !/^(\d|&)/.test(written),
    )
  );
}
/** Folders in which nothing is anybody's own. */
const HERE_IS_SYSTEM = /^\/+(\.+\/*)?$|^\/+(s?bin|lib(32|64|x32)?|usr|etc|boot|root|proc|sys)(\/|$)/;

function isSystem(path: string): boolean {
  const plain = path.includes("/..") ? normalize(path) : path;
  return SYSTEM.test(plain) && !OWN.test(plain);
}
