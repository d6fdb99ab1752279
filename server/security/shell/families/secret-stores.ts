import { argumentsOf, hasOption, nameOf, operandsOf, type ShellCommand } from "../shell-command.ts";
import { unwrapCommand } from "../unwrap-command.ts";
import { textsIn } from "./code-texts.ts";
import { type DenyFamily, words } from "./family.ts";
import { inlineCode } from "./inline-code.ts";

/** Files that hold keys of people and of the machine. A public key is none. */
const FILES =
  /(^|[\s=@:/"'])((\.ssh|\.aws|\.gnupg|\.password-store)\/?|\.ssh\/(id_[\w-]+|identity|[\w.-]+\.pem|[\w.-]*_key|\*)|id_(rsa|dsa|ecdsa|ed25519)|\.aws\/credentials|\.netrc|\.pgpass|\.git-credentials|\.my\.cnf|\.pypirc|\.vault-token|\.gnupg\/(private|secring|\*)[\w./-]*|\.kube\/config|\.docker\/config\.json|\.config\/(gcloud|rclone|gh|op|age)\/[\w./*-]+|\.azure\/[\w./*-]+|\.password-store\/[\w./*-]+|\.local\/share\/keyrings\/[\w./*-]+|\.terraform\.d\/credentials[\w.]*|Login Data|logins\.json|key4\.db|(cookies|places|formhistory)\.sqlite|(chrom(e|ium)|BraveSoftware|Microsoft-Edge)\b[^"']{0,200}\/Cookies|\.(ssh|aws|gnupg|kube|docker|azure|password-store)\/[\w.-]*[*?[][^/]*)$|^(~|\$HOME|\$\{HOME\}|\/root|\/home\/[^/]+)\/(\.mozilla(\/|$)|\.config\/(google-chrome|chromium|BraveSoftware|microsoft-edge|vivaldi|opera)[\w-]*(\/|$)|Library\/(Keychains|Cookies|Application Support\/(Google|Firefox|BraveSoftware))(\/|$)|[^/]*\$\{?\w+\}?[^/]*\/(credentials|id_\w+|\w*(key|token|secret|password)s?(\.\w+)?)$|\.(npmrc|yarnrc\.yml|pip\/pip\.conf|config\/pip\/pip\.conf|cargo\/credentials(\.toml)?|gem\/credentials|m2\/settings\.xml|env)$|\.\w*[*?[][^/]*(\/|$))|^\/+etc\/(NetworkManager\/system-connections|wpa_supplicant|wireguard|openvpn|ppp\/(chap|pap)-secrets|ipsec\.secrets)|^\/+etc\/(shadow|gshadow|sudoers|master\.passwd|krb5\.keytab|ssl\/private|ssh\/ssh_host_\w+_key)(-|$|\/|\.d\/)|^\/+(var\/)?run\/secrets\//;
/** They look at a file from outside, or make it. */
const OUTSIDE = words(
  "echo printf ls stat test [ file touch chmod chown ssh-keygen ssh-add mkdir dirname basename realpath cd pushd",
);

/** What a store of secrets is asked for, by program. */
const STORES: ReadonlyMap<string, RegExp> = new Map([
  ["security", /^(find-(generic|internet)-password|dump-keychain|export|unlock-keychain)$/],
  ["secret-tool", /^(lookup|search)$/],
  ["pass", /^(?!(ls|list|init|insert|generate|git|help|version)$)/],
  ["gopass", /^(show|cat|sum|env)$/],
  ["keyring", /^get$/],
  ["op", /^(read|item|inject)$/],
  ["vault", /^(kv|read|token|unwrap|print|login)$/],
  ["bw", /^(get|list|export|unlock)$/],
  ["doppler", /^secrets$/],
  ["chamber", /^(read|export|env)$/],
  ["kwallet-query", /./],
  ["lpass", /^(show|export)$/],
  ["git", /^credential(-\w+)?$/],
  ["git-credential-store", /./],
  ["sops", /^(-d|--decrypt|decrypt|exec-env)$/],
]);

export const opensSecretStores: DenyFamily = {
  name: "showing keys and passwords of this machine",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (/^gpg2?$/.test(name)) return argumentsOf(command).some((value) => /^--export-secret/.test(value));
    if (STORES.get(name)?.test(actionOf(command)) === true) return true;
    if (OUTSIDE.has(name) || startsAnother(command)) return false;
    // What git keeps of a workspace is no secret of the machine.
    if (name === "git")
      return argumentsOf(command).some((value) => ELSEWHERE.test(value) && FILES.test(value));
    return (
      searchesForSecrets(command) ||
      [...argumentsOf(command), ...inlineCode(command)].some(
        (value) => FILES.test(value) || textsIn(value).some(({ text }) => FILES.test(text)),
      )
    );
  },
  matchesScript: ({ facts }) =>
    facts.redirects.some(({ operator, written }) => operator.startsWith("<") && FILES.test(written)),
};

const ELSEWHERE = /^(~|\$HOME|\$\{HOME\}|\/)/;
/** Where others have their files, and the system. */
const BEYOND =
  /^(~|\$HOME|\$\{HOME\})|^\/+(\*?|(home|root|Users|etc|var|opt|srv|usr|mnt|media|proc|run)(\/.*)?)$/;
const SECRET_NAME =
  /^\*?\.?(env\b|pem$|key$|kdbx$|netrc|pgpass|htpasswd|id_|ssh|aws|git-credentials|credentials|\*?(secret|token|passw|credential))/i;

/** `find / -name '.env*' -exec cat`: names of secrets, looked for beyond the workspace. */
function searchesForSecrets(command: ShellCommand): boolean {
  const values = argumentsOf(command);
  return (
    /^(find|fd|fdfind|locate|plocate)$/.test(nameOf(command) ?? "") &&
    (values.some((value) => BEYOND.test(value)) || /locate$/.test(nameOf(command) ?? "")) &&
    values.some((value) => SECRET_NAME.test(value))
  );
}

/** What a wrapper starts is looked at by itself; what finds files names them itself. */
function startsAnother(command: ShellCommand): boolean {
  if (/^(find|fd|fdfind|xargs|parallel)$/.test(nameOf(command) ?? "")) return false;
  const { commands, scripts } = unwrapCommand(command);
  return commands.length > 0 || scripts.length > 0;
}

function actionOf(command: ShellCommand): string {
  if (nameOf(command) === "sops")
    return hasOption(command, "d", ["decrypt"]) ? "-d" : (operandsOf(command)[0] ?? "");
  return operandsOf(command)[0] ?? "";
}
