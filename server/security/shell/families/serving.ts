import { argumentsOf, hasOption, nameOf, operandsOf, type ShellCommand } from "../shell-command.ts";
import { type DenyFamily, words } from "./family.ts";
import { moduleOf } from "./publishing.ts";

const MODULES = words(
  "http.server SimpleHTTPServer CGIHTTPServer pyftpdlib smtpd aiosmtpd xmlrpc.server uploadserver wsgiref.simple_server socketserver twisted proxy sshuttle",
);
/** Modules of Python that open a prompt, run what they are given, or start programs. */
const STARTERS = words("pty code webbrowser antigravity idlelib turtledemo");
const SERVERS = words(
  "darkhttpd webfsd miniserve http-server httpd apache2 apachectl nginx lighttpd thttpd mini_httpd caddy serve live-server twistd ftpd vsftpd proftpd pure-ftpd tftpd in.tftpd telnetd sshd dropbear rshd in.telnetd xinetd inetd systemd-socket-activate websocketd ttyd gotty shellinabox shellinaboxd mitmproxy mitmweb mitmdump squid tinyproxy danted 3proxy devd filebrowser smbd rpcbind",
);

export const serves: DenyFamily = {
  name: "serving files or programs to others",
  matches(command) {
    const name = nameOf(command) ?? "";
    const values = argumentsOf(command);
    if (values.some((value) => /^(--help|-h|--version|-V)$/.test(value))) return false;
    if (SERVERS.has(name) && !isOwnProgram(command)) return true;
    if (name === "php") return values.some((value) => /^-[a-zA-Z]*S/.test(value));
    if (name === "ruby") return values.includes("-run") && values.includes("httpd");
    if (/^(npx|pnpx|bunx|dlx)$/.test(name)) return SERVERS.has(packageOf(operandsOf(command)[0]));
    if (/^(pnpm|yarn|bun|npm)$/.test(name)) {
      const [action = "", given] = operandsOf(command);
      return /^(dlx|x|exec)$/.test(action) && SERVERS.has(packageOf(given));
    }
    const module = moduleOf(command);
    return module !== undefined && (MODULES.has(module) || STARTERS.has(module) || runsModule(values));
  },
};

/** A program of the workspace may be called as it likes. */
function isOwnProgram({ words: [name] }: ShellCommand): boolean {
  return /^\.\/[^/]+$/.test(name?.value ?? "");
}

/** `-m cProfile -m pty`: a module that runs another one. */
function runsModule(values: readonly string[]): boolean {
  return values.some(
    (value, index) =>
      value === "-m" && (MODULES.has(values[index + 1] ?? "") || STARTERS.has(values[index + 1] ?? "")),
  );
}

/** Without its version. */
function packageOf(name = ""): string {
  return name.replace(/(?!^)@.*$/, "");
}

export const meddlesWithTheNetwork: DenyFamily = {
  name: "listening to the network or changing it",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (
      /^(tcpdump|tshark|wireshark|dumpcap|ettercap|bettercap|arp-scan|arpspoof|dsniff|hping3?|aircrack-ng|responder|kismet|ngrep|wg-quick|wg|openvpn|openconnect|firewall-cmd|setenforce|apparmor_parser|ifconfig|route|arp|brctl|tc|ebtables)$/.test(
        name,
      )
    )
      return (
        !(/^(ifconfig|route)$/.test(name) && operandsOf(command).length < 2) &&
        !(name === "arp" && !hasOption(command, "sdf"))
      );
    return (
      name === "ip" && operandsOf(command).some((value) => /^(add|del|delete|set|flush|replace)$/.test(value))
    );
  },
};

export const callsSystemServices: DenyFamily = {
  name: "asking services of the system to act",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (/^(dbus-send|gdbus|qdbus|busctl)$/.test(name))
      return !operandsOf(command).every((value) => value === "list");
    if (name === "loginctl")
      return operandsOf(command).some((value) => !/^(list|show|user-status|session-status)/.test(value));
    return hasOption(command, "", ["on-download-complete"]) && name === "aria2c";
  },
};
