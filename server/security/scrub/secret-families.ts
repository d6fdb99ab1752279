import { MARKED_TOKENS, TOKEN_MARK, VENDOR_TOKENS } from "./vendor-tokens.ts";

/** A family of secrets that its shape alone gives away. */
export interface SecretFamily {
  readonly name: string;
  /** Global, linear in the length of the text: bounded repeats only before the part that decides. */
  readonly pattern: RegExp;
  /** What stands in place of a match; the whole match is replaced where it is left out. `$1` and so on as in `String.replace`. */
  readonly replacement?: string;
  /** What a text with a match holds in any case; the pattern is tried where it is found. Not global. */
  readonly needs?: RegExp;
}

/** Stands where a secret stood. */
export const PLACEHOLDER = "[REDACTED]";

/** What a token may be made of where its vendor sets no other alphabet (RFC 6750, section 2.1). */
const TOKEN = "[A-Za-z0-9._~+/=-]";

/**
 * Secrets known by their shape, vendor by vendor, then the forms in which any secret travels.
 *
 * A family stands before those that would match a part of it. Sources: the vendors' documentation of their tokens, RFC 7468
 * (PEM), RFC 7519 (JWT), RFC 3986 (user information in addresses).
 */
export const SECRET_FAMILIES: readonly SecretFamily[] = [
  {
    name: "private key block",
    // Up to its end, or to the end of the text where the end was cut off.
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----END))*(?:-----END [A-Z0-9 ]{1,60}-----)?/g,
  },
  {
    name: "private key of PuTTY",
    pattern:
      /(Private-Lines: \d{1,4}(?:\\r|\r)?(?:\\n|\n))(?:[A-Za-z0-9+/=]{1,200}(?:(?:\\r|\r)?(?:\\n|\n)|(?=["']|$)))+/g,
    replacement: `$1${PLACEHOLDER}`,
  },
  { name: "age key", pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{50,}/g },
  {
    name: "OpenAI, Anthropic and others",
    pattern:
      /(?<![A-Za-z0-9])sk-(?:(?:proj|svcacct|admin|ant|or|None|live|test)-[A-Za-z0-9_-]{16,}|[A-Za-z0-9]{20,})/g,
  },
  { name: "GitHub", pattern: /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})/g },
  { name: "GitLab", pattern: /(?<![A-Za-z0-9])gl(?:pat|ptt|rt|dt|cbt|oas|soat)-[A-Za-z0-9_.-]{20,}/g },
  {
    name: "Amazon Web Services",
    pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  },
  {
    name: "Google",
    pattern: /(?<![A-Za-z0-9])(?:AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,})/g,
  },
  {
    name: "Slack",
    pattern:
      /(?<![A-Za-z0-9])(?:xox[abeoprs](?=[A-Za-z-]{0,60}\d)-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{10,})/g,
  },
  {
    name: "Slack webhook",
    pattern: /https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{10,}/g,
  },
  {
    name: "Stripe",
    pattern: /(?<![A-Za-z0-9])(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{20,})/g,
  },
  {
    name: "package registries",
    pattern:
      /(?<![A-Za-z0-9])(?:npm_[A-Za-z0-9]{36,}|pypi-AgE[A-Za-z0-9_-]{40,}|dckr_pat_[A-Za-z0-9_-]{20,}|rubygems_[a-f0-9]{48})/g,
  },
  {
    name: "other vendors",
    pattern:
      /(?<![A-Za-z0-9])(?:hf_[A-Za-z0-9]{30,}|gsk_[A-Za-z0-9]{40,}|xai-[A-Za-z0-9]{40,}|pplx-[A-Za-z0-9]{40,}|r8_[A-Za-z0-9]{30,}|lin_(?:api|oauth)_[A-Za-z0-9]{30,}|secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{40,}|do[opr]_v1_[a-f0-9]{64}|dapi[a-f0-9]{32}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|sbp_[a-f0-9]{40}|tskey-[a-z]{2,10}-[A-Za-z0-9-]{20,}|vercel_[A-Za-z0-9]{24,}|figd_[A-Za-z0-9_-]{30,}|PMAK-[a-f0-9]{24}-[a-f0-9]{34}|glsa_[A-Za-z0-9_]{40,}|hv[sbr]\.[A-Za-z0-9_-]{24,})/g,
  },
  {
    name: "SendGrid",
    pattern: /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g,
  },
  {
    name: "webhook",
    pattern:
      /https:\/\/(?:(?:\w{2,10}\.)?discord(?:app)?\.com\/api\/webhooks|hooks\.zapier\.com\/hooks\/catch|[\w-]{1,63}\.webhook\.office\.com\/webhookb2)\/[^\s"'`<>]{6,}/g,
  },
  { name: "more vendors", pattern: VENDOR_TOKENS },
  { name: "vendors that mark a later part", pattern: MARKED_TOKENS, needs: TOKEN_MARK },
  { name: "Telegram bot", pattern: /(?<![A-Za-z0-9])(?:bot)?\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g },
  {
    name: "Discord bot",
    pattern: /(?<![A-Za-z0-9])[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}/g,
  },
  {
    name: "JSON Web Token",
    pattern: /(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*/g,
  },
  {
    name: "connection address",
    pattern:
      /(?<![A-Za-z0-9])(?:postgres(?:ql)?(?:\+[a-z0-9]{1,20})?|mysql(?:\+[a-z0-9]{1,20})?|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|clickhouse|couchdb|kafka|nats|ldaps?):\/\/[^\s"'`<>]+/gi,
  },
  {
    name: "user information in an address",
    pattern: /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/?#@"'`<>]{1,1000}:[^\s/?#@"'`<>]{1,1000}(?=@)/gi,
  },
  {
    name: "token before a host",
    pattern: /(?<=\bhttps?:\/\/)(?=[A-Za-z_-]{0,60}\d)[A-Za-z0-9_-]{20,1000}(?=@)/gi,
  },
  {
    name: "argument of a command",
    pattern:
      /((?:^|\s)--(?:[a-z]{1,20}-){0,2}(?:token|password|passwd|secret|api-?key|access-key|passphrase)\s{1,4}["']?)(?![-$<{"'[%])[^\s"'`]{8,}/gim,
    replacement: `$1${PLACEHOLDER}`,
  },
  {
    name: "user and password of a command",
    pattern:
      /(\bcurl\b[^\r\n|;]{0,500}\s(?:-u|--user)[\s=]\\{0,3}["']?[^\s:"'`]{1,100}:)(?![$<{[%])[^\s"'`\\]{4,}/g,
    replacement: `$1${PLACEHOLDER}`,
  },
  {
    name: "password of a database client",
    pattern: /(\b(?:mysql|mysqldump|mariadb|mysqladmin)\s[^\r\n|;]{0,200}\s-p)(?![$<{[%])[^\s"'`]{4,}/g,
    replacement: `$1${PLACEHOLDER}`,
  },
  {
    name: "netrc",
    pattern: /(\blogin\s{1,10}\S{1,100}\s{1,10}password\s{1,10})(?![$<{[%])[^\s"'`]{6,}/g,
    replacement: `$1${PLACEHOLDER}`,
  },
  {
    name: "password file of PostgreSQL",
    pattern: /(^|\s)((?:[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*-]{1,63}:[\w*-]{1,63}:))[^\s:\\]{6,}(?=\s|$)/g,
    replacement: `$1$2${PLACEHOLDER}`,
  },
  {
    name: "wireless network",
    pattern: /(\bWIFI:[^\r\n]{0,200}?\bP:)[^;\r\n]{4,}/g,
    replacement: `$1${PLACEHOLDER}`,
  },
  {
    name: "element of markup",
    pattern:
      /(<(?:[a-z]{1,20}[:_-]?)?(?:password|passwd|secret|token|api_?key|private_?key)>)(?=[^<\s]{0,200}\d)[^<\s]{8,}(?=<\/)/gi,
    replacement: `$1${PLACEHOLDER}`,
  },
  {
    name: "key of Amazon Web Services",
    pattern: /(\bsecret_?access_?key["'>:=\s]{1,6})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/gi,
    replacement: `$1${PLACEHOLDER}`,
  },
  {
    name: "header with several values",
    pattern:
      /(\b(?:x-)?(?:api-?key|auth-?token|access-?token)\\{0,3}["']?\s{0,4}:\s{0,4}\[\s{0,4}\\{0,3}["'])(?=[^"'\s]{0,200}\d)[^"'\s\\]{12,}/gi,
    replacement: `$1${PLACEHOLDER}`,
  },
  {
    name: "name and password in code",
    pattern:
      /(\bauth\s{0,4}=\s{0,4}\(\s{0,4}\\{0,3}["'][^"'\r\n\\]{1,100}\\{0,3}["']\s{0,4},\s{0,4}\\{0,3}["'])[^"'\r\n\\]{4,200}(?=\\{0,3}["'])/g,
    replacement: `$1${PLACEHOLDER}`,
  },
  {
    name: "field of a file of settings",
    pattern:
      /("(?:auth|pass|pwd)\\{0,3}"\s{0,4}:\s{0,4}\\{0,3}")(?=[^"\s]{0,200}\d)[^"\s\\]{8,}(?=\\{0,3}")/g,
    replacement: `$1${PLACEHOLDER}`,
  },
  {
    name: "subscription key",
    pattern: /(\bsubscription-key["']?\s{0,4}[:=]\s{0,4}["']?)[A-Za-z0-9]{16,}/gi,
    replacement: `$1${PLACEHOLDER}`,
  },
  {
    name: "token in an address",
    pattern:
      /([?&#;](?:access_?token|refresh_?token|id_?token|auth(?:_?token)?|token|api_?key|key(?==[^\s&#"'`<>]{0,200}\d)|secret|client_?secret|pass(?:word|wd)?|pwd|sig(?:nature)?|code|x-amz-(?:signature|credential|security-token)|x-goog-(?:signature|credential))=)[^\s&#"'`<>]{4,}/gi,
    replacement: `$1${PLACEHOLDER}`,
  },
  {
    name: "token in a packed address",
    pattern:
      /((?:access_?token|refresh_?token|auth_?token|token|api_?key|client_?secret|secret|password|passwd|pwd)%3D)[^\s&%"'`<>]{8,}/gi,
    replacement: `$1${PLACEHOLDER}`,
  },
  {
    name: "authorization header",
    // The rest of the line or of the quoted text: a scheme, and what it brings.
    pattern:
      /((?:proxy-)?authorization["'\\]{0,3}\s{0,10}[:=]\s{0,10}[fbr]?["'`\\]{0,3}(?:bearer|basic|digest|token|apikey|negotiate|ntlm|hoba|dpop|aws4-hmac-sha256)\s{1,10})(?![$<{%]|your[_-])[^\s"'`\\][^\r\n"'`\\]*/gi,
    replacement: `$1${PLACEHOLDER}`,
  },
  {
    name: "bearer token",
    pattern: new RegExp(`\\b(bearer\\s{1,10})(?=${TOKEN}*\\d)${TOKEN}{16,}`, "gi"),
    replacement: `$1${PLACEHOLDER}`,
  },
  {
    name: "cookie header",
    pattern: /(\b(?:set-)?cookie["']?\s{0,10}:\s{0,10}["']?)[^\s=;"']{1,100}=[^\r\n"']+/gi,
    replacement: `$1${PLACEHOLDER}`,
  },
];
