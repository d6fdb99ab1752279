import { argumentsOf, hasOption, nameOf, operandsOf, type ShellCommand } from "../shell-command.ts";
import { SHELLS } from "../unwrap-command.ts";
import { DISK } from "./disks.ts";
import { type DenyFamily, words } from "./family.ts";
import { inlineCode } from "./inline-code.ts";

const MAKERS =
  /^(mkfs(\..+)?|mke2fs|mkswap|diskpart|fdisk|sfdisk|cfdisk|gdisk|sgdisk|parted|wipefs|blkdiscard|shred|newfs.*|hdparm|cryptsetup|lvremove|vgremove|pvremove|zpool|mdadm|debugfs|tune2fs|resize2fs|xfs_(repair|db)|badblocks)$/;
const DELETES_FOLDERS =
  /\b(rmtree|removedirs|rm_rf|rm_r|remove_tree|remove_dir|remove_entry_secure|del_dir_r|remove_all|delete_dir|rm_rf!?)\b|\b(rm|rmdir|remove|unlink)(Sync)?\s*\([^;\n]{0,300}?(recursive|force)|\b(walk|rglob|i?glob|finddepth|find|readdir|readdirSync|scandir|listdir)\b[\s\S]{0,200}\b(unlink|unlinkSync|rmdir)\b|\b(os\.remove|unlink|rmdir)\([\s\S]{0,200}\b(walk|rglob|i?glob|listdir|scandir)\(|\b(Recursive)?DirectoryIterator\b[\s\S]{0,200}\b(unlink|rmdir)\b|^\s*unlink\s*;?\s*$|\bunlink\s*(\(\s*)?(glob|<|@)/i;
const STOPPERS = words(
  "shutdown reboot poweroff halt pm-suspend pm-hibernate pm-powersave rtcwake s2ram s2disk",
);

/** What makes a removal of these one of much. */
const REMOVALS: ReadonlyMap<string, (command: ShellCommand) => boolean> = new Map([
  ["rm", isRemoval],
  ["del", (command) => hasSwitch(command, "fqs")],
  ["erase", (command) => hasSwitch(command, "fqs")],
  ["rd", (command) => hasSwitch(command, "sq")],
  ["rmdir", (command) => hasSwitch(command, "sq")],
  ["find", (command) => argumentsOf(command).includes("-delete")],
  ["rsync", isMirror],
  ["git", isCleaning],
  ["tar", (command) => hasOption(command, "", ["remove-files"])],
  ["bsdtar", (command) => hasOption(command, "", ["remove-files"])],
  ["mv", (command) => operandsOf(command).at(-1) === "/dev/null"],
  ["zip", (command) => hasOption(command, "m", ["move"])],
  ["7z", (command) => argumentsOf(command).includes("-sdel")],
  ["7za", (command) => argumentsOf(command).includes("-sdel")],
  ["srm", () => true],
  ["rimraf", () => true],
  ["del-cli", () => true],
  ["premove", () => true],
]);

export const deletesMuch: DenyFamily = {
  name: "deleting without asking or whole folders",
  matches(command) {
    const removal = REMOVALS.get(nameOf(command) ?? "");
    if (removal) return removal(command);
    return isPackageRemoval(command) || inlineCode(command).some((code) => DELETES_FOLDERS.test(code));
  },
};

/** What a function or a script was given, or a list holds: several words, of which the first ones may be options. */
const ARGUMENTS = /^"?\$(\{?[@*]|\{\w+\[[@*]\])/;

function isRemoval(command: ShellCommand): boolean {
  return (
    command.wrappers.includes("find") ||
    mayGetOptions(command) ||
    command.words.slice(1).some(({ text }) => ARGUMENTS.test(text)) ||
    hasOption(command, "rRf", ["recursive", "force", "no-preserve-root"])
  );
}

/** A copy that removes what its origin does not have, or the origin. */
function isMirror(command: ShellCommand): boolean {
  const removes = argumentsOf(command).some((value) => /^--(del|delete(-.*)?|remove-s.*)$/.test(value));
  return removes && !hasOption(command, "n", ["dry-run"]);
}

/** Everything that a repository does not know goes, and nothing brings it back. */
function isCleaning(command: ShellCommand): boolean {
  const values = argumentsOf(command);
  const index = values.indexOf("clean");
  const given = values.slice(index + 1);
  const isTried = given.some((value) => /^-[a-z]*n|^--dry-run$|^-[a-z]*i|^--interactive$/.test(value));
  return (
    index >= 0 &&
    values
      .slice(0, index)
      .every(
        (value, at) => value.startsWith("-") || /^-[Cc]$|^--(git-dir|work-tree)$/.test(values[at - 1] ?? ""),
      ) &&
    given.some((value) => /^-[a-z]*f|^--f(orce)?$/.test(value)) &&
    !isTried
  );
}

/** Packages that delete whole folders, fetched for that. */
function isPackageRemoval(command: ShellCommand): boolean {
  const [first = "", second = ""] = operandsOf(command);
  const name = nameOf(command) ?? "";
  const given = /^(npx|bunx|pnpx)$/.test(name) ? first : /^(dlx|x|exec)$/.test(first) ? second : "";
  return /^(npx|bunx|pnpx|pnpm|yarn|bun|npm)$/.test(name) && /^(rimraf|del-cli|premove)(@|$)/.test(given);
}

/** What xargs reads may begin with a dash. */
function mayGetOptions({ wrappers, words: [, ...given] }: ShellCommand): boolean {
  return /^(xargs|parallel)$/.test(wrappers.at(-1) ?? "") && !given.some(({ value }) => value === "--");
}

function hasSwitch(command: ShellCommand, letters: string): boolean {
  return argumentsOf(command).some((value) => new RegExp(`^/[${letters}]$`, "i").test(value));
}

export const overwritesDisks: DenyFamily = {
  name: "writing to disks themselves",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (MAKERS.test(name)) return true;
    if (/^(nvme|zfs|btrfs)$/.test(name))
      return operandsOf(command).some((value) => /^(format|sanitize|destroy|delete|rollback)$/.test(value));
    if (name === "format") return operandsOf(command).some((value) => /^[a-z]:|^\/dev\//i.test(value));
    if (name === "dd")
      return argumentsOf(command).some(
        (value) => value.startsWith("if=") || DISK.test(value.replace(/^of=/, "")),
      );
    return (
      /^(tee|cp|mv|install|truncate)$/.test(name) && operandsOf(command).some((value) => DISK.test(value))
    );
  },
  matchesScript: ({ facts }) =>
    facts.redirects.some(({ target }) => target !== undefined && DISK.test(target)),
};

export const stopsTheMachine: DenyFamily = {
  name: "stopping the machine or its services",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (STOPPERS.has(name)) return true;
    if (name === "init" || name === "telinit")
      return operandsOf(command).some((value) => /^[06]$/.test(value));
    if (name === "service")
      return /^(start|stop|restart|reload|force-reload)$/.test(operandsOf(command)[1] ?? "");
    return (
      name === "systemctl" &&
      operandsOf(command).some((value) =>
        /^(start|restart|try-restart|reload|reload-or-restart|daemon-reload|daemon-reexec|revert|set-property|stop|kill|isolate|rescue|emergency|disable|mask|poweroff|reboot|halt|kexec|suspend.*|hibernate|hybrid-sleep)$/.test(
          value,
        ),
      )
    );
  },
};

export const multiplies: DenyFamily = {
  name: "functions that start themselves again",
  matches: (command) =>
    SHELLS.has(nameOf(command) ?? "") &&
    /^"?\$(0|\{0\}|BASH_SOURCE|\{BASH_SOURCE)/.test(command.words[1]?.text ?? ""),
  matchesScript: ({ facts }) => facts.isRecursive,
};

/** Every process, the first one, or any by force. */
const KILLING_CODE =
  /\bkill(pg)?\s*\(\s*(-\s*1|1)\s*,|\bkill(pg)?\s*\([^;\n]{0,100}?(\b9\s*\)|SIGKILL)|\bkill\s+["']?-?(SIG)?(KILL|9)\b/;

export const killsProcesses: DenyFamily = {
  name: "killing processes",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (/^(killall5?|pkill|skill|slay|xkill|tskill|taskkill)$/.test(name)) return true;
    if (name === "fuser") return hasOption(command, "k", ["kill"]);
    if (name !== "kill") return inlineCode(command).some((code) => KILLING_CODE.test(code));
    const values = argumentsOf(command);
    return (
      values.some(
        (value, index) =>
          /^(-|-n|-s)?(9|(SIG)?KILL)$/i.test(value) &&
          (value.startsWith("-") || /^-[ns]$|^--signal/.test(values[index - 1] ?? "")),
      ) ||
      values.some((value) => /^--signal=(9|(SIG)?KILL)$/i.test(value)) ||
      operandsOf(command).some((value) => value === "1") ||
      values.includes("-1")
    );
  },
};
