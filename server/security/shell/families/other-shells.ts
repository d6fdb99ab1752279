import { argumentsOf, nameOf, type ShellCommand } from "../shell-command.ts";
import type { DenyFamily } from "./family.ts";

const POWERSHELL = /^(pwsh|powershell)(-\w+)?$/;
/** Options of PowerShell may be shortened, and letters are the same small and large. */
const TEXT_OPTION = /^[-/](c|co\w*|commandwithargs|cwa)$/i;
const ENCODED = /^[-/](e|ec|en\w*)$/i;
const HIDDEN = /^[-/]w\w*$/i;

/** What the deny families forbid, in the words of PowerShell and its short names. */
const FORBIDDEN: readonly RegExp[] = [
  /\b(remove-item|ri|rm|del|erase|rd|rmdir)\b[^;|\n]*\s[-/](r|f|s|q)/i,
  /\b(stop-computer|restart-computer|stop-process|spps|taskkill|stop-service|suspend-service|format-volume|clear-disk|remove-partition|initialize-disk|format)\b\s*(-|\w|$)/i,
  /\b(invoke-expression|iex|invoke-command|icm|enter-pssession|new-pssession|start-process|saps|start-job|add-type|invoke-wmimethod|invoke-cimmethod|new-object)\b/i,
  /\[[\w.]*(diagnostics\.process|reflection|net\.sockets|net\.webclient|scriptblock|runtime\.interop\w*)[\w.]*\]|downloadstring|downloadfile|frombase64string/i,
  /\b(invoke-webrequest|iwr|invoke-restmethod|irm|curl|wget)\b[^;|\n]*(-(me|b|inf|f)\w*\s|\|\s*iex|localhost|127\.|169\.254\.|\b10\.)/i,
  /\b(get-childitem|gci|dir|ls|get-item|gi)\b[^;|\n]*\benv:|\$env:\w*(key|token|secret|passw)|getenvironmentvariables/i,
  /\b(set-executionpolicy|register-scheduledtask|schtasks|new-service|sc\.exe|reg\s+add|set-itemproperty|new-localuser|add-localgroupmember|set-acl|icacls|takeown|net\s+(user|localgroup)|runas|set-mppreference|netsh)\b/i,
  /(^|[;|&{(\s])[&.]\s*[($"']/,
];

/** Commands for shells that do not speak this grammar are held against the same rules in their own words. */
export const ordersOtherShells: DenyFamily = {
  name: "orders to other shells",
  matches(command) {
    if (!POWERSHELL.test(nameOf(command) ?? "")) return false;
    const values = argumentsOf(command);
    if (command.isFed || command.given !== undefined || values.some((value) => ENCODED.test(value)))
      return true;
    if (values.some((value, index) => HIDDEN.test(value) && /^h/i.test(values[index + 1] ?? ""))) return true;
    const text = powershellText(values);
    return FORBIDDEN.some((pattern) => pattern.test(text)) || isUnknown(command);
  },
};

function powershellText(values: readonly string[]): string {
  const start = values.findIndex((value) => TEXT_OPTION.test(value));
  // Without the option the first word that is none begins the text, or is a file.
  return start < 0 ? values.join(" ") : values.slice(start + 1).join(" ");
}

/** Text that is only known while it runs may order anything. */
function isUnknown({ words }: ShellCommand): boolean {
  const start = words.findIndex(({ value }) => TEXT_OPTION.test(value ?? ""));
  return start > 0 && words.slice(start + 1).some(({ value }) => value === undefined);
}
