import { argumentsOf, hasOption, nameOf, operandsOf, type ShellCommand } from "../shell-command.ts";
import { SHELLS } from "../unwrap-command.ts";
import { textsIn } from "./code-texts.ts";
import { type DenyFamily, words } from "./family.ts";
import { inlineCode, OWN_INPUT, READERS } from "./inline-code.ts";
import { isLocal } from "./local-places.ts";

/** Where curl is told that names lead. */
function namedPlaces(command: ShellCommand): readonly string[] {
  const values = argumentsOf(command);
  return values.flatMap((value, index) =>
    /^--(resolve|connect-to)$/.test(values[index - 1] ?? "") || /^--(resolve|connect-to)=/.test(value)
      ? value.replace(/^--[a-z-]+=/, "").split(/[:,](?=[\w[])/)
      : [],
  );
}
const TUNNELS = words(
  "chisel frp frpc frps ngrok cloudflared bore localtunnel lt gost tailscale tailscaled iodine iodined dnscat dnscat2 dns2tcpc icmpsh ptunnel hans xfreerdp rdesktop vncserver vncviewer x11vnc tigervnc anydesk teamviewer rustcat rcat gs-netcat gsocket zerotier-one zerotier-cli nebula",
);
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
    // A shell's script that stands in the text itself was read with it.
    const isRead = SHELLS.has(name) && !command.isFed && command.words.length === 1;
    if ((command.isFed || command.given !== undefined) && !isRead && runsInput(command)) return true;
    const takesScript = SHELLS.has(name) || name === "source" || name === "." || READERS.test(name);
    return takesScript && command.words.slice(1).some(({ text }) => /^[<>]\(/.test(text));
  },
};

export const sendsData: DenyFamily = {
  name: "sending data away",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (/^(nslookup|dig|host|drill|kdig|delv|resolvectl|systemd-resolve|gnutls-cli)$/.test(name)) return true;
    if (carriesOutput(command)) return true;
    if (/^(https?|xh|xhs)$/.test(name)) return httpieSends(command);
    if (name === "curl") return curlSends(command);
    return (
      name === "wget" &&
      hasOption(command, "", ["post-data", "post-file", "method", "body-data", "body-file", "use-askpass"])
    );
  },
  matchesScript: ({ facts }) => facts.redirects.some(({ written }) => /^\/dev\/(tcp|udp)\//.test(written)),
};

/** What a file holds, put into the name or the address that is asked for. */
function carriesOutput(command: ShellCommand): boolean {
  return (
    /^(curl|wget|http|https|xh|aria2c|ping6?|getent|whois|finger|traceroute|lynx|w3m|links)$/.test(
      nameOf(command) ?? "",
    ) &&
    command.words
      .slice(1)
      .some(
        ({ text }) =>
          /\$\(|`/.test(text) &&
          /\b(cat|head|tail|base64|base32|xxd|od|hexdump|tar|gzip|zip|grep|sed|awk|openssl|env|printenv|whoami|id|history)\b|<\s*[\w./~]/.test(
            text,
          ),
      )
  );
}

/** HTTPie sends what follows the address or comes in, and any method but those that only ask. */
function httpieSends(command: ShellCommand): boolean {
  const operands = operandsOf(command);
  return (
    command.isFed ||
    command.given !== undefined ||
    hasOption(command, "f", ["form", "multipart", "raw"]) ||
    operands.some((value) => /^(POST|PUT|PATCH|DELETE)$/i.test(value)) ||
    operands.slice(1).some((value) => /^[\w-]+(:?=|@)/.test(value))
  );
}

function curlSends(command: ShellCommand): boolean {
  if (operandsOf(command).some((value) => /^(file|dict|gopher|ldap|smb|scp|sftp|telnet|tftp):/i.test(value)))
    return true;
  if (hasOption(command, "dFTK", ["upload-file", "json", "mail-from", "config"])) return true;
  if (argumentsOf(command).some((value) => /^--(da|for|url-q)/.test(value))) return true;
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
  matches(command) {
    const name = nameOf(command) ?? "";
    if (name === "smbclient") return true;
    if (inlineCode(command).some((code) => textsIn(code).some(({ text }) => isLocal(text, "url"))))
      return true;
    if (BRINGERS.test(name))
      return argumentsOf(command).some((value) => isLocal(value.replace(/^--[\w-]+=/, ""), "url"));
    return (
      FETCHERS.test(name) &&
      (operandsOf(command).some((value) => isLocal(value)) ||
        namedPlaces(command).some((value) => isLocal(value)) ||
        hasOption(command, "", ["unix-socket", "abstract-unix-socket"]))
    );
  },
};
/** Their arguments are addresses. */
const FETCHERS =
  /^(curl|curlie|wget2?|http|https|xhs?|lynx|w3m|links2?|elinks|aria2c|axel|httpie|grpcurl|websocat|wscat|ping6?|traceroute6?|tracepath|mtr)$/;
/** They bring something from an address in one of their arguments. */
const BRINGERS =
  /^(git|pip[\d.]*|pipx|poetry|pdm|cargo|go|gem|composer|bundle|uv|npm|pnpm|yarn|svn|hg|ab|wrk|hey|ffmpeg|yt-dlp)$/;

export const opensShells: DenyFamily = {
  name: "opening this machine to others",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (/^(nc|ncat|netcat|nc\.(openbsd|traditional)|socat|telnet|mkfifo|pwncat)$/.test(name)) return true;
    if (name === "websocat")
      return argumentsOf(command).some((value) => /^-s|^(exec|sh-c|cmd|ws-l|tcp-l):/.test(value));
    if (name === "zmodload") return argumentsOf(command).some((value) => /^zsh\/(net|zftp)/.test(value));
    if (name === "mknod") return operandsOf(command).includes("p");
    if (name === "openssl") return operandsOf(command).some((value) => /^s_(client|server)$/.test(value));
    if (argumentsOf(command).some((value) => NETWORK_LIBRARY.test(value))) return true;
    return inlineCode(command).some((code) => NETWORK_CODE.test(code));
  },
};
/** Libraries for the net that Perl and Ruby are told to load. */
const NETWORK_LIBRARY = /^-r(open-uri|socket|net[/-])|^-[A-Za-z]*M(IO::Socket|Socket|LWP|HTTP::|Net::)/;
const NETWORK_CODE =
  /\b(socket|urllib|urlopen|requests\.|http\.client|httplib|aiohttp|ftplib|smtplib|telnetlib|net\.(connect|createConnection|Socket|createServer)|require\(\s*['"](node:)?(net|http|https|tls|dgram|dns|http2)['"]|from\s+['"](node:)?(net|http|https|tls|dgram)['"]|import\(\s*['"](node:)?(net|http|https|tls|dgram)|fetch\s*\(|TCPSocket|UDPSocket|TCPServer|Net::|IO::Socket|use\s+Socket\b|WEBrick|open-uri|fsockopen|file_get_contents\s*\(\s*["']https?:|curl_init|Invoke-WebRequest|LWP::|WebSocket)|["']\/inet|\/inet[46]?\/(tcp|udp)|\/dev\/(tcp|udp)\//;

export const scansAndTunnels: DenyFamily = {
  name: "scanning networks, tunnels and remote logins",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (SCANNERS.has(name) || TUNNELS.has(name)) return true;
    if (
      /^(ssh|scp|sftp|autossh|ssh-copy-id|sshuttle|sshfs|mosh|rsh|rlogin|rexec|pssh|parallel-ssh|et)$/.test(
        name,
      )
    )
      return reachesHost(command);
    if (/^(npx|bunx|pnpx)$/.test(name) && TUNNELS.has(operandsOf(command)[0] ?? "")) return true;
    return (
      SENDERS.has(name) &&
      argumentsOf(command).some((value) => /^[^/\s-][^/\s]*@|^[^/\s]+@[\w.[]/.test(value))
    );
  },
};

/** Asking the program about itself reaches nobody. */
function reachesHost(command: ShellCommand): boolean {
  return (
    operandsOf(command).length > 0 &&
    !argumentsOf(command).some((value) => /^-[VGQ]$|^--?(help|version)$/.test(value))
  );
}

export const mines: DenyFamily = {
  name: "mining",
  matches: (command) =>
    /^(xmrig|xmr-stak.*|minerd|cpuminer.*|ethminer|cgminer|bfgminer|nbminer|t-rex|lolminer|phoenixminer|gminer|nanominer|teamredminer|ccminer|claymore|srbminer.*)$/.test(
      nameOf(command) ?? "",
    ) || argumentsOf(command).some((value) => /stratum2?\+(tcp|ssl|tls)|^stratum2?:/i.test(value)),
};
