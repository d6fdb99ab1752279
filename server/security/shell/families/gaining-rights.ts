import { longValues, optionValues } from "../option-values.ts";
import type { ShellAssignment, ShellRedirect } from "../shell-command.ts";
import { argumentsOf, hasOption, nameOf, operandsOf, type ShellCommand } from "../shell-command.ts";
import { textsIn } from "./code-texts.ts";
import { type DenyFamily, words } from "./family.ts";
import { inlineCode } from "./inline-code.ts";
import { isPlainProgram } from "./plain-programs.ts";
import { changedFiles } from "./system-files.ts";

const RAISING = words(
  "sudo sudo-rs su doas dzdo run0 runas gksu gksudo kdesu kdesudo beesu please newuidmap newgidmap pkexec runuser nsenter unshare mount umount capsh setcap getcap chroot setpriv sudoedit insmod modprobe rmmod kexec visudo passwd useradd userdel usermod gpasswd adduser addgroup deluser delgroup groupmems chsh chfn vipw vigr groupadd groupdel chpasswd iptables ip6tables nft ufw newgrp sg fusermount fusermount3 losetup swapon swapoff pivot_root",
);
const HOLDING =
  /(^|[=:,])\/(var\/)?run\/(docker|podman\/podman|containerd\/containerd|crio\/crio)\.sock|docker\.sock$/;
const KERNEL =
  /(^|[=:])\/(proc\/sys\/(kernel|fs|net)|sys\/(kernel|fs|class|devices))(\/|$)|^\/proc\/sysrq-trigger|\/etc\/ld\.so\.preload/;
const ENVIRONMENT = /^\/+proc\/(.+\/)?(environ|mem|maps)$|\$\{?\w+\}?\/environ"?$/;
const LOADED =
  /^(LD_[A-Z_]+|DYLD_[A-Z_]+|GIT_(EXTERNAL_DIFF|DIFF_OPTS|SEQUENCE_EDITOR|SSH|SSH_COMMAND|PAGER|EDITOR|ASKPASS|PROXY_COMMAND|CONFIG.*|EXEC_PATH|TEMPLATE_DIR)|BASH_ENV|ENV|PROMPT_COMMAND|PS4|SHELLOPTS|BASHOPTS|BASH_FUNC.*|PYTHONSTARTUP|PYTHONPATH|PYTHONHOME|PYTHONINSPECT|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|_JAVA_OPTIONS|CLASSPATH|DOTNET_STARTUP_HOOKS|PHPRC|PHP_INI_SCAN_DIR|LUA_INIT|R_PROFILE_USER|GCONV_PATH|ZDOTDIR|FPATH|PERL5OPT|PERL5LIB|PERL5DB|RUBYLIB|PYTHONBREAKPOINT|GOFLAGS|MAKEFLAGS|RUSTC_WRAPPER|RUSTC_WORKSPACE_WRAPPER|CARGO_BUILD_RUSTC_WRAPPER|CARGO_TARGET_\w+_(RUNNER|LINKER)|SUDO_ASKPASS|SSH_ASKPASS|BROWSER|TAR_OPTIONS|RSYNC_RSH|MAKEFILES|OPENSSL_(CONF|ENGINES|MODULES)|npm_config_(script_shell|node_options|git|shell|registry)|NPM_CONFIG_(SCRIPT_SHELL|NODE_OPTIONS)|CMAKE_\w+_LAUNCHER|MAGICK_\w+_PATH|GTK_MODULES|QT_PLUGIN_PATH|XDG_CONFIG_HOME|RUBYOPT|NODE_OPTIONS|PAGER|EDITOR|VISUAL|LESSOPEN|LESSCLOSE|MANPAGER|IFS|PATH)$/;
const START_FILES =
  /(^|\/)(\.(bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|inputrc|xinitrc|xprofile|gitconfig|vimrc|npmrc)|authorized_keys2?|crontab)$|^\/etc\/(profile|bash\.bashrc|zsh|environment|cron|rc\.local|init\.d|systemd|sudoers|passwd|shadow|pam\.d|ld\.so)|\/\.config\/(autostart|systemd|fish)\/|\/(LaunchAgents|LaunchDaemons)\/|(^|\/)\.git\/hooks\//;
const SYSTEM_FOLDER = /^\/+(s?bin|lib\w*|usr|etc|boot|root|var|home|opt)?(\/|$)/;
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

export const setsUpTheMachine: DenyFamily = {
  name: "changing how the machine is set up",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (name === "sysctl")
      return (
        hasOption(command, "wp", ["write", "load", "system"]) ||
        argumentsOf(command).some((value) => value.includes("="))
      );
    if (/^(hostnamectl|timedatectl|localectl)$/.test(name))
      return operandsOf(command).some((value) => /^(set-|hostname$|chassis$|deployment$)/.test(value));
    if (name === "date") return argumentsOf(command).some((value) => /^-u?s|^--set/.test(value));
    if (name === "hwclock") return hasOption(command, "ws", ["systohc", "hctosys", "set"]);
    return /^(update-rc\.d|chkconfig|rc-update|insserv|ldconfig|depmod|update-grub|grub-install|efibootmgr|dpkg-reconfigure)$/.test(
      name,
    );
  },
};

function opensFiles(command: ShellCommand): boolean {
  const [mode = "", ...files] = [...argumentsOf(command).filter((value) => !/^-[Rvcf]+$|^--/.test(value))];
  if (/^[0-7]{3,4}$/.test(mode) && files.some((file) => file.startsWith("/"))) return true;
  if (/[+=]/.test(mode) && files.some((file) => SYSTEM_FOLDER.test(file))) return true;
  if (/^[0-7]{3,4}$/.test(mode) && files.some((file) => /^(~|\$HOME)\/?$/.test(file))) return true;
  if (/[+=][rwXst]*[st]/.test(mode) || /^[2467][0-7]{3}$/.test(mode)) return true;
  return /\+[rwX]*x/.test(mode) && files.some((file) => /^\/(tmp|var\/tmp|dev\/shm)(\/|$)/.test(file));
}

export const opensPaths: DenyFamily = {
  name: "changing who may use the system's files",
  matches(command) {
    const name = nameOf(command) ?? "";
    const operands = operandsOf(command);
    if (/^(chown|chgrp)$/.test(name)) return operands.slice(1).some((value) => value.startsWith("/"));
    if (name === "chattr" || name === "setfacl") return operands.some((value) => value.startsWith("/"));
    if (name === "install")
      return [...optionValues(command.words, "m"), ...longValues(command.words, "mode")].some((mode) =>
        /^[2467][0-7]{3}$|[+=][rwx]*s/.test(mode ?? ""),
      );
    return name === "chmod" && opensFiles(command);
  },
};

export const changesLoading: DenyFamily = {
  name: "changing what programs load",
  matches: (command) =>
    command.assignments.some(isLoaded) ||
    (/^(export|declare|typeset|local|readonly|setenv)$/.test(nameOf(command) ?? "") &&
      argumentsOf(command).some((value) => isLoaded(toPair(value)))) ||
    (PACKAGERS.has(nameOf(command) ?? "") && setsLoading(command)) ||
    (nameOf(command) === "hash" && hasOption(command, "p")) ||
    (nameOf(command) === "enable" && hasOption(command, "f")) ||
    paths(command).some((value) => /\/etc\/ld\.so\.preload/.test(value)),
  matchesScript: ({ facts }) => facts.assignments.some(isLoaded),
};

function toPair(text: string): Pick<ShellAssignment, "name" | "written"> {
  const [name = ""] = text.split("=", 1);
  return { name, written: text.slice(name.length + 1) };
}

const PACKAGERS = words("npm pnpm yarn bun pip pip3 poetry go");

/** What a packager runs, and from where it takes it, for everything that comes later. */
function setsLoading(command: ShellCommand): boolean {
  const [action, next] = operandsOf(command);
  if (argumentsOf(command).some((value) => /^--(script-shell|node-options|init-module)(=|$)/.test(value)))
    return true;
  if (nameOf(command) === "go") return action === "env" && hasOption(command, "w");
  const isSet = action === "set" || action === "c" || (action === "config" && next === "set");
  return isSet && argumentsOf(command).some((value) => LOADING_SETTING.test(value));
}
const LOADING_SETTING =
  /^(script-shell|ignore-scripts|node-options|prefix|registry|globalconfig|userconfig|git|shell|editor|viewer|browser|init-module|npmRegistryServer|yarnPath|plugins|nodeLinker|(global|install|user|site)\.(extra-)?index-url|@[^:]+:registry)(=|$)/;

function isLoaded({ name, written }: Pick<ShellAssignment, "name" | "written">): boolean {
  if (name === "PATH") return leadsAstray(written);
  return (
    LOADED.test(name) && name !== "IFS" && !startsNothing(name, written.replace(/^(["'])(.*)\1$/s, "$2"))
  );
}

/** Values of such variables that change a manner and load nothing. */
function startsNothing(name: string, value: string): boolean {
  if (/(PAGER|EDITOR|VISUAL)$/.test(name)) return value === "" || isPlainProgram(value);
  if (name === "PS4") return !/[`$]/.test(value);
  // Only an interactive shell reads a file of that name.
  if (name === "ENV")
    return /^(production|prod|staging|stage|test(ing)?|dev(elopment)?|local|ci|qa)$/.test(value);
  if (name === "PYTHONPATH")
    return (
      value
        .split(":")
        .every((part) => /^(\.|\.?\/?(src|lib|tests?|app))?$|^(\$PWD|\$\{PWD\})(\/[\w.-]+)*$/.test(part)) &&
      !value.startsWith("/")
    );
  return HARMLESS_OPTIONS.get(name)?.test(value) ?? false;
}
const HARMLESS_OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  [
    "NODE_OPTIONS",
    /^(\s*--(max-old-space-size|max-semi-space-size|stack-trace-limit|trace-warnings|trace-deprecation|no-warnings|no-deprecation|enable-source-maps|experimental-vm-modules|experimental-strip-types|unhandled-rejections|dns-result-order|openssl-legacy-provider|pending-deprecation|throw-deprecation)(=[\w-]+)?)*\s*$/,
  ],
  ["RUBYOPT", /^(\s*(-W\d?(:[\w-]+)?|-w|--yjit|--jit))*\s*$/],
  [
    "JAVA_TOOL_OPTIONS",
    /^(\s*(-Xm[sxn]\d+[kmg]|-Dfile\.encoding=[\w-]+|-Duser\.timezone=[\w/]+|-Djava\.awt\.headless=true|-XX:MaxRAMPercentage=[\d.]+))*\s*$/,
  ],
  ["PERL5OPT", /^-w$/],
  ["GOFLAGS", /^(?!.*-(toolexec|exec|overlay|modfile))/s],
  ["MAKEFLAGS", /^(?!.*(--eval|SHELL=|-f|--file))/s],
]);

/** Programs would come from where everybody may put them, before those that are meant. */
function leadsAstray(value: string): boolean {
  const [first = "", ...others] = value.replace(/^["']|["']$/g, "").split(":");
  const isOpen = (place: string) => /^(\/tmp|\/var\/tmp|\/dev\/shm)(\/|$)/.test(place);
  return [first, ...others].some(isOpen) || first === "." || (first === "" && others.length > 0);
}

/** Whoever may start containers may mount everything into them. */
const ENGINES = words(
  "docker podman nerdctl ctr crictl kubectl finch lima limactl colima multipass distrobox toolbox flatpak-spawn incus lxc-start lxc-execute systemd-nspawn virsh virt-customize guestfish qemu-nbd bwrap lxc lxc-attach systemd-run machinectl",
);

export const leavesContainers: DenyFamily = {
  name: "reaching the system around it",
  matches: (command) =>
    ENGINES.has(nameOf(command) ?? "") ||
    /^qemu-system-|^virt-(install|run|rescue)/.test(nameOf(command) ?? "") ||
    (/^(snap|flatpak)$/.test(nameOf(command) ?? "") &&
      /^(run|enter|install|remove)$/.test(operandsOf(command)[0] ?? "")) ||
    paths(command).some((value) => HOLDING.test(value) || KERNEL.test(value)),
  matchesScript: ({ facts }) =>
    targetsOf(facts.redirects).some((value) => HOLDING.test(value) || KERNEL.test(value)),
};

/** The version, or what there is: nothing is begun. */
function onlyAsks(command: ShellCommand): boolean {
  const [first = "", ...others] = argumentsOf(command);
  return others.length === 0 && /^(-V|--?version|-?ls)$/.test(first);
}

export const stays: DenyFamily = {
  name: "staying beyond the call",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (/^(crontab|at|batch|launchctl)$/.test(name)) return true;
    if (name === "systemctl")
      return operandsOf(command).some((value) => /^(enable|link|preset|edit|set-default)$/.test(value));
    if (/^(screen|tmux|daemonize|start-stop-daemon|run-parts)$/.test(name)) return !onlyAsks(command);
    if (inlineCode(command).some(writesStartFiles)) return true;
    return (
      changedFiles(command).some((value) => START_FILES.test(value.replace(/^["']|["']$/g, ""))) ||
      ((/^(wget|aria2c|patch)$/.test(name) ||
        (name === "find" && argumentsOf(command).some((value) => /^-f(printf?0?|ls)$/.test(value))) ||
        (/^(sed|perl|ruby)$/.test(name) && hasOption(command, "i", ["in-place"]))) &&
        argumentsOf(command).some((value) => START_FILES.test(value.replace(/^["']|["']$/g, ""))))
    );
  },
  matchesScript: ({ facts }) =>
    facts.redirects.some(({ operator, written }) => operator !== "<" && START_FILES.test(written)),
};

/** Code that names such a file and opens something to write. */
function writesStartFiles(code: string): boolean {
  return (
    /["'][wa]\+?b?["']|write|append|copy|rename|symlink|>>?/i.test(code) &&
    textsIn(code).some(({ text }) => START_FILES.test(text))
  );
}

/** Nothing is declared, so what there is is listed. */
function listsVariables(values: readonly string[]): boolean {
  return (
    values.every((value) => /^-[a-zA-Z]+$/.test(value)) && !values.includes("-f") && !values.includes("-F")
  );
}

export const showsEnvironment: DenyFamily = {
  name: "showing the environment",
  matches(command) {
    const name = nameOf(command) ?? "";
    const values = argumentsOf(command);
    if (name === "env")
      return (
        operandsOf(command).filter((value) => !/^[^=]+=/.test(value)).length === 0 &&
        !hasOption(command, "S", ["split-string", "help", "version"])
      );
    if (name === "printenv") return true;
    if (name === "set") return values.length === 0 || values.join() === "-o posix";
    if (/^(export|declare|typeset|readonly)$/.test(name)) return listsVariables(values);
    if (name === "compgen") return hasOption(command, "ev");
    if (paths(command).some((value) => ENVIRONMENT.test(value))) return true;
    if (name === "strings" && values.some((value) => value.startsWith("/proc"))) return true;
    if (inlineCode(command).some((code) => textsIn(code).some(({ text }) => ENVIRONMENT.test(text))))
      return true;
    return inlineCode(command).some((code) => ENVIRONMENT_CODE.test(code.replaceAll(NO_SECRETS, "")));
  },
  matchesScript: ({ facts }) =>
    facts.redirects.some(({ written }) => ENVIRONMENT.test(written) || /\/environ$/.test(written)) ||
    [...facts.variables].some((name) => SECRET_VARIABLE.test(name)),
};

export const showsEnvironmentByFilter: DenyFamily = {
  name: "showing the environment",
  matches: (command) =>
    /^(jq|gojq|jaq)$/.test(nameOf(command) ?? "") &&
    argumentsOf(command).some(
      (value, index, all) =>
        !/^--arg(json)?$/.test(all[index - 1] ?? "") &&
        !/^--arg(json)?$/.test(all[index - 2] ?? "") &&
        JQ_ENVIRONMENT.test(value.replaceAll(/(\benv|\$ENV)\.(HOME|USER|PATH|PWD|LANG|CI|NODE_ENV)\b/g, "")),
    ),
};

export const showsOthersEnvironment: DenyFamily = {
  name: "showing the environment of processes",
  // The letter does it where no dash stands in front, and as a capital on other systems.
  matches: (command) =>
    nameOf(command) === "ps" &&
    /^(?:[a-zA-Z]*e[a-zA-Z]*|-[a-zA-Z]*E[a-zA-Z]*)$/.test(argumentsOf(command)[0] ?? ""),
};
/** Not a file, an option or a member of that name. */
const JQ_ENVIRONMENT = /^(?!-|[\w./-]+\.(json|jsonl|ya?ml|jq|txt)$)(.*[^.\w"$'-])?env\b(?!\s*:|-)|\$ENV\b/s;
/** Variables that say where and how a program runs, asked for by name. */
const NO_SECRETS =
  /(\bos\.environ(\.get\s*\(\s*|\s*\[\s*)|\bos\.getenv\s*\(\s*|\bgetenv\s*\(\s*|\bENV(IRON)?\s*\[\s*|process\.env\.)["']?(HOME|USER|LOGNAME|PATH|PWD|LANG|LC_ALL|TERM|SHELL|TZ|TMPDIR|NODE_ENV|CI|HOSTNAME)\b["']?/g;
const ENVIRONMENT_CODE =
  /os\.environ|os\.getenv|getenv\s*\(|process\s*(\.\s*env\b|\[\s*["'`]env)|\$_(ENV|SERVER)\b|%ENV|\$ENV\b|\bENV\b\s*(\[|\.|\{)|\bENVIRON\b|\bENV\b\.to_|\b(Deno|Bun)\.env\b|\bmeta\.env\b/;
const SECRET_VARIABLE =
  /^(OPENHIVE_|OPENAI_|ANTHROPIC_|GOOGLE_|AWS_|DATABASE_URL$|PGPASSWORD$)|(_|^)(API_?KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS)$/i;

function targetsOf(redirects: readonly ShellRedirect[]): readonly string[] {
  return redirects.flatMap(({ target }) => target ?? []);
}
