import type { ShellRedirect } from "../shell-command.ts";
import { argumentsOf, hasOption, nameOf, operandsOf, type ShellCommand } from "../shell-command.ts";
import { type DenyFamily, words } from "./family.ts";
import { inlineCode } from "./inline-code.ts";

const RAISING = words(
  "sudo su doas pkexec runuser nsenter unshare mount umount capsh setcap getcap chroot setpriv sudoedit insmod modprobe rmmod kexec visudo passwd useradd userdel usermod groupadd groupdel chpasswd sysctl iptables ip6tables nft ufw",
);
const HOLDING =
  /(^|[=:,])\/(var\/)?run\/(docker|podman\/podman|containerd\/containerd|crio\/crio)\.sock|docker\.sock$/;
const KERNEL =
  /(^|[=:])\/(proc\/sys\/(kernel|fs|net)|sys\/(kernel|fs|class|devices))(\/|$)|^\/proc\/sysrq-trigger|\/etc\/ld\.so\.preload/;
const ENVIRONMENT = /^\/+proc\/(.+\/)?(environ|mem|maps)$/;
const LOADED =
  /^(LD_[A-Z_]+|DYLD_[A-Z_]+|GIT_(EXTERNAL_DIFF|DIFF_OPTS|SSH|SSH_COMMAND|PAGER|EDITOR|ASKPASS|PROXY_COMMAND|CONFIG.*|EXEC_PATH|TEMPLATE_DIR)|BASH_ENV|ENV|PROMPT_COMMAND|PS4|SHELLOPTS|BASHOPTS|BASH_FUNC.*|PYTHONSTARTUP|PYTHONPATH|PERL5OPT|PERL5LIB|RUBYOPT|NODE_OPTIONS|PAGER|EDITOR|VISUAL|LESSOPEN|LESSCLOSE|MANPAGER|IFS|PATH)$/;
const START_FILES =
  /(^|\/)(\.(bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|inputrc|xinitrc|xprofile|gitconfig|vimrc|npmrc)|authorized_keys2?|crontab)$|^\/etc\/(profile|bash\.bashrc|zsh|environment|cron|rc\.local|init\.d|systemd|sudoers|passwd|shadow|pam\.d|ld\.so)|\/\.config\/(autostart|systemd|fish)\/|\/(LaunchAgents|LaunchDaemons)\/|(^|\/)\.git\/hooks\//;
/** Arguments are text, not files, for these. */
const SPEAKERS = words("echo printf");

/** Arguments that may name files: the pattern of a search is none. */
function paths(command: ShellCommand): readonly string[] {
  const name = nameOf(command) ?? "";
  if (SPEAKERS.has(name)) return [];
  if (/^([ef]?grep|rg|ag|ack|sed)$/.test(name)) return operandsOf(command).slice(1);
  return argumentsOf(command);
}

export const raisesRights: DenyFamily = {
  name: "acting as somebody else",
  matches: (command) =>
    RAISING.has(nameOf(command) ?? "") || command.wrappers.some((name) => RAISING.has(name)),
};

export const opensPaths: DenyFamily = {
  name: "changing who may use the system's files",
  matches(command) {
    const name = nameOf(command) ?? "";
    const operands = operandsOf(command);
    if (/^(chown|chgrp)$/.test(name)) return operands.slice(1).some((value) => value.startsWith("/"));
    if (name === "chattr" || name === "setfacl") return operands.some((value) => value.startsWith("/"));
    if (name !== "chmod") return false;
    const [mode = "", ...files] = [...argumentsOf(command).filter((value) => !/^-[Rvcf]+$|^--/.test(value))];
    if (/^[0-7]{3,4}$/.test(mode) && files.some((file) => file.startsWith("/"))) return true;
    if (/^[0-7]{3,4}$/.test(mode) && files.some((file) => /^(~|\$HOME)\/?$/.test(file))) return true;
    if (/[+=][rwXst]*[st]/.test(mode) || /^[2467][0-7]{3}$/.test(mode)) return true;
    return /\+[rwX]*x/.test(mode) && files.some((file) => /^\/(tmp|var\/tmp|dev\/shm)(\/|$)/.test(file));
  },
};

export const changesLoading: DenyFamily = {
  name: "changing what programs load",
  matches: (command) =>
    command.assignments.some(isLoaded) ||
    (/^(export|declare|typeset|local|readonly|setenv)$/.test(nameOf(command) ?? "") &&
      argumentsOf(command).some((value) => isLoaded({ name: value.split("=")[0] ?? "", value: "" }))) ||
    (nameOf(command) === "hash" && hasOption(command, "p")) ||
    (nameOf(command) === "enable" && hasOption(command, "f")) ||
    paths(command).some((value) => /\/etc\/ld\.so\.preload/.test(value)),
  matchesScript: ({ facts }) =>
    facts.assignments.some(({ name }) => LOADED.test(name) && name !== "IFS" && name !== "PATH"),
};

function isLoaded({ name }: { readonly name: string; readonly value: string | undefined }): boolean {
  return LOADED.test(name) && name !== "PATH" && name !== "IFS";
}

/** Whoever may start containers may mount everything into them. */
const ENGINES = words("docker podman nerdctl ctr crictl kubectl bwrap lxc lxc-attach systemd-run machinectl");

export const leavesContainers: DenyFamily = {
  name: "reaching the system around it",
  matches: (command) =>
    ENGINES.has(nameOf(command) ?? "") ||
    paths(command).some((value) => HOLDING.test(value) || KERNEL.test(value)),
  matchesScript: ({ facts }) =>
    targetsOf(facts.redirects).some((value) => HOLDING.test(value) || KERNEL.test(value)),
};

export const stays: DenyFamily = {
  name: "staying beyond the call",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (/^(crontab|at|batch|launchctl)$/.test(name)) return true;
    if (name === "systemctl")
      return operandsOf(command).some((value) => /^(enable|link|preset|edit|set-default)$/.test(value));
    if (/^(screen|tmux|daemonize|start-stop-daemon|run-parts)$/.test(name)) return true;
    return (
      (/^(tee|cp|mv|ln|install|dd|sponge|truncate|curl|wget|aria2c|patch)$/.test(name) ||
        (name === "find" && argumentsOf(command).some((value) => /^-f(printf?0?|ls)$/.test(value))) ||
        (/^(sed|perl|ruby)$/.test(name) && hasOption(command, "i", ["in-place"]))) &&
      argumentsOf(command).some((value) => START_FILES.test(value.replace(/^of=|^["']|["']$/g, "")))
    );
  },
  matchesScript: ({ facts }) =>
    facts.redirects.some(({ operator, written }) => operator !== "<" && START_FILES.test(written)),
};

export const showsEnvironment: DenyFamily = {
  name: "showing the environment",
  matches(command) {
    const name = nameOf(command) ?? "";
    const values = argumentsOf(command);
    if (name === "env")
      return (
        operandsOf(command).filter((value) => !/^\w+=/.test(value)).length === 0 &&
        !hasOption(command, "S", ["split-string", "help", "version"])
      );
    if (name === "printenv") return true;
    if (name === "set") return values.length === 0 || values.join() === "-o posix";
    if (/^(export|declare|typeset|readonly)$/.test(name))
      return (
        values.every((value) => /^-[a-zA-Z]+$/.test(value)) &&
        !values.includes("-f") &&
        !values.includes("-F")
      );
    if (name === "compgen") return hasOption(command, "ev");
    if (paths(command).some((value) => ENVIRONMENT.test(value))) return true;
    if (name === "strings" && values.some((value) => value.startsWith("/proc"))) return true;
    return inlineCode(command).some((code) => ENVIRONMENT_CODE.test(code));
  },
  matchesScript: ({ facts }) =>
    targetsOf(facts.redirects).some((value) => ENVIRONMENT.test(value)) ||
    [...facts.variables].some((name) => SECRET_VARIABLE.test(name)),
};

export const showsOthersEnvironment: DenyFamily = {
  name: "showing the environment of processes",
  // The letter does it where no dash stands in front, and as a capital on other systems.
  matches: (command) =>
    nameOf(command) === "ps" &&
    /^(?:[a-zA-Z]*e[a-zA-Z]*|-[a-zA-Z]*E[a-zA-Z]*)$/.test(argumentsOf(command)[0] ?? ""),
};
const ENVIRONMENT_CODE =
  /os\.environ|os\.getenv|getenv\s*\(|process\.env|%ENV|\$ENV\b|\bENV\b\s*(\[|\.|\{)|\bENVIRON\b|\bENV\b\.to_/;
const SECRET_VARIABLE =
  /^(OPENHIVE_|OPENAI_|ANTHROPIC_|GOOGLE_|AWS_|DATABASE_URL$|PGPASSWORD$)|(_|^)(API_?KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS)$/i;

function targetsOf(redirects: readonly ShellRedirect[]): readonly string[] {
  return redirects.flatMap(({ target }) => target ?? []);
}
