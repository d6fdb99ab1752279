import { argumentsOf, hasOption, nameOf, operandsOf, type ShellCommand } from "../shell-command.ts";
import { SHELLS } from "../unwrap-command.ts";
import { type DenyFamily, words } from "./family.ts";
import { inlineCode } from "./inline-code.ts";

const READERS =
  /^(python[\d.]*|pypy[\d.]*|perl|ruby|node|nodejs|deno|bun|php|lua|osascript|tclsh|Rscript|rscript)$/;
const OWN_INPUT = words("- /dev/stdin /proc/self/fd/0 /dev/fd/0");
const LOCAL =
  /^([a-z][a-z0-9+.-]*:\/\/)?([^/@]*@)?(localhost|127\.|0\.0\.0\.0|0[:/]|0$|\[?::1?\]?|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|0x[0-9a-f]+|0\d+\.|\d{8,10}([:/]|$)|metadata\.|\[?::ffff:|\[?f[cde])/i;
const TUNNELS = words("chisel frp frpc frps ngrok cloudflared bore localtunnel lt gost tailscale tailscaled");
const SCANNERS = words("nmap masscan zmap rustscan zenmap nikto hydra");
const SENDERS = words("ssh scp sftp rsync sshfs mosh");

/** Whether a program would run what comes in through its standard input. */
function runsInput(command: ShellCommand): boolean {
  const name = nameOf(command) ?? "";
  const operands = operandsOf(command);
  const ownInput = operands.some((value) => OWN_INPUT.has(value));
  if (SHELLS.has(name))
    return !hasOption(command, "c") && (operands.length === 0 || ownInput || hasOption(command, "s"));
  if (name === "source" || name === ".") return ownInput;
  return (
    READERS.test(name) &&
    inlineCode(command).length === 0 &&
    (operands.length === 0 || ownInput) &&
    !hasOption(command, "mVhv", ["version", "help"])
  );
}

export const runsWhatItGets: DenyFamily = {
  name: "running what another command gives",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (command.isFed && runsInput(command)) return true;
    const takesScript = SHELLS.has(name) || name === "source" || name === "." || READERS.test(name);
    return takesScript && command.words.slice(1).some(({ text }) => /^[<>]\(/.test(text));
  },
};

export const sendsData: DenyFamily = {
  name: "sending data away",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (/^(nslookup|dig|host|drill)$/.test(name)) return true;
    if (name === "curl") return curlSends(command);
    return (
      name === "wget" &&
      hasOption(command, "", ["post-data", "post-file", "method", "body-data", "body-file", "use-askpass"])
    );
  },
  matchesScript: ({ facts }) =>
    facts.redirects.some(({ target }) => /^\/dev\/(tcp|udp)\//.test(target ?? "")),
};

function curlSends(command: ShellCommand): boolean {
  if (operandsOf(command).some((value) => /^(file|dict|gopher|ldap|smb|scp|sftp|telnet|tftp):/i.test(value)))
    return true;
  if (hasOption(command, "dFTK", ["upload-file", "json", "mail-from", "config"])) return true;
  if (argumentsOf(command).some((value) => /^--(da|for)/.test(value))) return true;
  const values = argumentsOf(command);
  return values.some((value, index) => {
    const method = /^(-[A-Za-z]*X|--req[a-z]*=?)(.*)$/.exec(value);
    return (
      method !== null &&
      !/^(GET|HEAD|OPTIONS)$/i.test(method[2] === "" ? (values[index + 1] ?? "") : (method[2] ?? ""))
    );
  });
}

export const reachesLocalServices: DenyFamily = {
  name: "requests to this machine or its network",
  matches: (command) =>
    /^(curl|wget|http|https|xh|lynx|w3m|links|aria2c)$/.test(nameOf(command) ?? "") &&
    (operandsOf(command).some((value) => LOCAL.test(value)) ||
      hasOption(command, "", ["unix-socket", "abstract-unix-socket"])),
};

export const opensShells: DenyFamily = {
  name: "opening this machine to others",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (/^(nc|ncat|netcat|nc\.(openbsd|traditional)|socat|telnet|mkfifo|pwncat)$/.test(name)) return true;
    if (name === "mknod") return operandsOf(command).includes("p");
    if (name === "openssl") return operandsOf(command).some((value) => /^s_(client|server)$/.test(value));
    return inlineCode(command).some((code) => NETWORK_CODE.test(code));
  },
};
const NETWORK_CODE =
  /\b(socket|urllib|urlopen|requests\.|http\.client|httplib|aiohttp|ftplib|smtplib|telnetlib|net\.(connect|createConnection|Socket|createServer)|require\(\s*['"](node:)?(net|http|https|tls|dgram|dns|http2)['"]|from\s+['"](node:)?(net|http|https|tls|dgram)['"]|import\(\s*['"](node:)?(net|http|https|tls|dgram)|fetch\s*\(|TCPSocket|UDPSocket|TCPServer|Net::|IO::Socket|open-uri|fsockopen|LWP::|WebSocket)|\/inet6?\/|\/dev\/(tcp|udp)\//;

export const scansAndTunnels: DenyFamily = {
  name: "scanning networks, tunnels and remote logins",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (SCANNERS.has(name) || TUNNELS.has(name)) return true;
    if (name === "ssh" && hasOption(command, "RLDw")) return true;
    if (/^(npx|bunx|pnpx)$/.test(name) && TUNNELS.has(operandsOf(command)[0] ?? "")) return true;
    return (
      SENDERS.has(name) &&
      argumentsOf(command).some((value) => /^[^/\s-][^/\s]*@|^[^/\s]+@[\w.[]/.test(value))
    );
  },
};

export const mines: DenyFamily = {
  name: "mining",
  matches: (command) =>
    /^(xmrig|xmr-stak.*|minerd|cpuminer.*|ethminer|cgminer|bfgminer|nbminer|t-rex|lolminer|phoenixminer|gminer|nanominer|teamredminer|ccminer|claymore|srbminer.*)$/.test(
      nameOf(command) ?? "",
    ) || argumentsOf(command).some((value) => /stratum2?\+(tcp|ssl|tls)|^stratum2?:/i.test(value)),
};
