import { argumentsOf, hasOption, nameOf, operandsOf, type ShellCommand } from "../shell-command.ts";
import { type DenyFamily, words } from "./family.ts";

const DISK = /^\/dev\/(sd|hd|vd|xvd|nvme|mmcblk|disk|mapper|dm-|loop|md|nbd|mem|kmem|port)/;
const MAKERS =
  /^(mkfs(\..+)?|mke2fs|mkswap|diskpart|fdisk|sfdisk|cfdisk|gdisk|sgdisk|parted|wipefs|blkdiscard|shred)$/;
const STOPPERS = words("shutdown reboot poweroff halt");

export const deletesMuch: DenyFamily = {
  name: "deleting without asking or whole folders",
  matches(command) {
    const name = nameOf(command);
    if (name === "rm") return isRemoval(command);
    if (name === "del" || name === "erase") return hasSwitch(command, "fqs");
    if (name === "rd" || name === "rmdir") return hasSwitch(command, "sq");
    if (name === "find") return argumentsOf(command).includes("-delete");
    return false;
  },
};

function isRemoval(command: ShellCommand): boolean {
  return (
    command.wrappers.includes("find") || hasOption(command, "rRf", ["recursive", "force", "no-preserve-root"])
  );
}

function hasSwitch(command: ShellCommand, letters: string): boolean {
  return argumentsOf(command).some((value) => new RegExp(`^/[${letters}]$`, "i").test(value));
}

export const overwritesDisks: DenyFamily = {
  name: "writing to disks themselves",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (MAKERS.test(name)) return true;
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
  name: "stopping the machine",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (STOPPERS.has(name)) return true;
    if (name === "init" || name === "telinit")
      return operandsOf(command).some((value) => /^[06]$/.test(value));
    return (
      name === "systemctl" &&
      operandsOf(command).some((value) =>
        /^(poweroff|reboot|halt|kexec|suspend.*|hibernate|hybrid-sleep)$/.test(value),
      )
    );
  },
};

export const multiplies: DenyFamily = {
  name: "functions that start themselves again",
  matchesScript: ({ facts }) => facts.isRecursive,
};

export const killsProcesses: DenyFamily = {
  name: "killing processes",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (/^(killall5?|pkill|skill|slay)$/.test(name)) return true;
    if (name !== "kill") return false;
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
