import type { SecretFamily } from "./secret-families.ts";

/** A value that people mean as a secret: long enough, of mixed signs, and no reference to something else. */
const MIXED =
  "(?![$<{\\[%*])(?=[^\\s\"'`<>]{0,200}\\d)(?=[^\\s\"'`<>]{0,200}[A-Za-z])(?:[^\\s\"'`<>\\\\]|\\\\(?![\"'`])){8,}";
const NAME = "(?:[\\w.-]{0,40}(?:password|passwd|passphrase|secret|token|api[_-]?key|auth[_-]?key))";

interface Way {
  /** What the secret is, where it is not one of mixed signs. */
  readonly value?: string;
  /** Absent: letters count as the same, large or small. */
  readonly flags?: string;
}

/** A secret behind what a pattern of text says. */
function family(name: string, before: string, { value = MIXED, flags = "gi" }: Way = {}): SecretFamily {
  // In a text that is packed into another one a quote has strokes before it.
  const packed = before.replaceAll(/\["'`?\]/g, (quote) => `\\\\{0,3}${quote}`);
  return { name, pattern: new RegExp(`(${packed})${value}`, flags), replacement: "$1" };
}

/** What a text has in any case that has one of these. Not global. */
export const WRITTEN_MARK =
  /pass|secret|token|key|auth|oracle|redis-cli|mongo|login|openssl|7z|zip|echo|identified|community|psk|\bpin\b|kennwort|contrase|senha|wachtwoord|lösenord|hasło|пароль|密[码碼]|パスワード|비밀번호/i;

/** Secrets that no sign of assignment gives away, but the words around them: of programs, of files of settings, and of people. */
export const WRITTEN_SECRETS: readonly SecretFamily[] = [
  family(
    "variable of a shell",
    `\\b(?:setenv|setx|set(?:\\s{1,4}-[a-z]{1,3})?|env|arg)\\s{1,4}${NAME}\\s{1,4}["']?`,
  ),
  family("setting of npm", "_authToken\\s{1,4}|(?<![\\w])_auth\\s{0,4}=\\s{0,4}"),
  family("typed value", `\\b${NAME}\\??\\s{0,4}:\\s{0,4}[A-Za-z]{1,20}\\s{0,4}=\\s{0,4}["'\`]`),
  family(
    "constant of PHP",
    `\\bdefine\\(\\s{0,4}["']\\w{0,40}(?:PASSWORD|SECRET|TOKEN|KEY|SALT)["']\\s{0,4},\\s{0,4}["']`,
  ),
  family(
    "attribute of markup",
    `\\b(?:key|name)=\\\\{0,3}["'](?:[\\w.:-]{0,40})(?:password|secret|token|apikey)\\\\{0,3}["']\\s{1,4}value=\\\\{0,3}["']`,
  ),
  family("address of Oracle", "\\bjdbc:oracle:\\w{1,10}:[\\w.$-]{1,60}\\/", {
    value: "[^\\s@\"'`]{4,200}(?=@)",
  }),
  family("key of functions", "\\bx-functions-key[\"']?\\s{0,4}[:=]\\s{0,4}[\"']?"),
  family(
    "password of a program",
    "\\b(?:redis-cli\\b[^\\r\\n|;]{0,120}\\s-a\\s{1,4}|mongo(?:sh|dump|restore)?\\b[^\\r\\n|;]{0,120}\\s-p\\s{1,4}|sshpass\\s{1,4}-p\\s{0,4}|(?:docker|podman|az|helm\\s{1,4}registry)\\s{1,4}login\\b[^\\r\\n|;]{0,120}\\s-p\\s{1,4}|gh\\s{1,4}secret\\s{1,4}set\\b[^\\r\\n|;]{0,120}\\s(?:--body|-b)\\s{1,4}|openssl\\b[^\\r\\n|;]{0,120}\\s-k\\s{1,4}|7z\\w?\\s[^\\r\\n|;]{0,120}\\s-p|(?:un)?zip\\b[^\\r\\n|;]{0,120}\\s-P\\s{0,4}|htpasswd\\s{1,4}-\\w{0,6}b\\w{0,6}\\s{1,4}\\S{1,120}\\s{1,4}\\S{1,120}\\s{1,4})[\"']?",
    { flags: "g" },
  ),
  family(
    "password on a command line",
    "\\bpass(?:in|out)?\\s{1,4}pass:|\\s-D[\\w.]{0,60}(?:password|secret|token)=|^-D[\\w.]{0,60}(?:password|secret|token)=",
    { flags: "gim" },
  ),
  family("password handed on", "\\becho\\s{1,4}[\"']?", {
    value: `${MIXED}(?=["']?\\s{0,4}\\|[^\\r\\n]{0,120}--password-stdin)`,
  }),
  family("password of SQL", "\\b(?:identified\\s{1,4}by|password)\\s{1,4}[\"']", {
    value: "[^\\s\"']{6,200}(?=[\"'])",
  }),
  family(
    "line of settings",
    '^[ \\t]{0,20}(?:requirepass|masterauth|password|enable\\s{1,4}secret(?:\\s{1,4}\\d)?|snmp-server\\s{1,4}community|psk\\s{0,4}=\\s{0,4}"?)\\s{0,4}(?<=[\\s"=])',
    { flags: "gim" },
  ),
  family("name and value", `\\bname:\\s{0,4}["']?${NAME}["']?(?:\\s|\\\\n){1,40}value:\\s{0,4}["']?`),
  family(
    "variable of Terraform",
    `\\bvariable\\s{1,4}\\\\{0,3}"${NAME}\\\\{0,3}"\\s{0,4}\\{[^}]{0,200}?\\bdefault\\s{0,4}=\\s{0,4}\\\\{0,3}"`,
  ),
  family(
    "what people call it",
    "\\b(?:passwort|kennwort|mot\\s{1,2}de\\s{1,2}passe|contrase(?:ñ|n)a|senha|wachtwoord|lösenord|hasło|пароль|pass|pin)\\s{0,2}[:=]\\s{0,4}|(?:密码|密碼|パスワード|비밀번호|пароль)\\s{0,2}[:：=]\\s{0,4}",
  ),
  family(
    "password of somebody",
    "\\bpass(?:word|phrase)\\s{1,4}(?:for|of)\\s{1,4}[\\w.@-]{1,80}\\s{0,2}:\\s{1,4}",
  ),
  family(
    "what people say",
    "\\b(?:[Pp]assword|PASSWORD|[Pp]assphrase|[Aa](?:pi|PI)\\s{0,1}[Kk]ey|[Ss]ecret|[Tt]oken)(?:\\s{1,2}(?:is|was|now)\\s{0,2}:?|)\\s{1,4}[\"'`]?",
    {
      value: `(?![$<{\\[%*])(?=[^\\s"'\`<>]{0,100}\\d)(?=[^\\s"'\`<>]{0,100}[a-z])(?=[^\\s"'\`<>]{0,100}[A-Z])[A-Za-z0-9!#@^&+=_-]{12,200}(?![\\w./:])`,
      flags: "g",
    },
  ),
];
