import { isPlainProgram } from "./plain-programs.ts";

/** Whether git is told to start a program: in an option, in an address, or by a setting for now or for later. */
export function isGitExecution(values: readonly string[]): boolean {
  const isClone = values.includes("clone") || values.includes("ls-remote") || values.includes("fetch");
  return values.some(
    (value, index) =>
      (isClone && /^-u/.test(value)) ||
      /^--(upload-pack|receive-pack|exec|exec-path|ext-diff|open-files-in-pager|config-env)(=|$)/.test(
        value,
      ) ||
      /^-O./.test(value) ||
      /^ext::/.test(value) ||
      value.startsWith("fd::") ||
      ((values[index - 1] === "-c" || isSetting(values, index)) &&
        /^(core\.(sshcommand|pager|editor|fsmonitor|hookspath|askpass|gitproxy)|alias\.|pager\.|diff\.|merge\.|filter\.|credential\.|sequence\.editor|gpg\.|protocol\.ext|uploadpack|receivepack|include)/i.test(
          value,
        ) &&
        !isPlainSetting(value, values[index + 1])),
  );
}

/** A setting that names a tool or a program that only shows, or a short name for a command of git's own. */
function isPlainSetting(value: string, next = ""): boolean {
  const [name = "", given = next] = value.split(/=(.*)/s);
  if (/^(core\.(pager|editor)|pager\.\w+|sequence\.editor)$/i.test(name))
    return isPlainProgram(given) || /^(true|false)$/.test(given);
  if (
    /^(diff|merge)\.(tool|guitool|algorithm|renames|conflictstyle|ff|colormoved\w*|noprefix|mnemonicprefix|context|stat)$/i.test(
      name,
    )
  )
    return true;
  if (/^credential\.helper$/i.test(name)) return /^(cache|osxkeychain)?( --timeout[= ]\d+)?$/.test(given);
  const words = given.trim().split(/\s+/);
  return (
    /^alias\.\w/i.test(name) &&
    /^[a-z][a-z-]*$/.test(words[0] ?? "") &&
    !/^(config|submodule)$/.test(words[0] ?? "") &&
    words.every((word) => /^[\w=.,:%@~^/ -]+$/.test(word)) &&
    !isGitExecution(words) &&
    !/(^| )(-x|-c|--exec|--extcmd|-O)/.test(given)
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
