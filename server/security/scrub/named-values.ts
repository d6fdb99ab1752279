import { isReferenceAt } from "../../contract/secret-references.ts";
import { PLACEHOLDER } from "./secret-families.ts";

/** A text with what was hidden in it, and how much that was. */
export interface Scrubbed<Value> {
  readonly value: Value;
  readonly count: number;
}

/** Names that say of themselves that a secret follows, with what may stand between name and value. */
const NAMED =
  /(api[_-]?keys?|tokens?|secrets?|passwords?|passwd|passphrase|pwd|bearer|authorization|credentials?|private[_-]?keys?|account[_-]?keys?|access[_-]?keys?|signing[_-]?keys?|encryption[_-]?keys?)((?:\\{0,3}["'`\]]){0,2})\s{0,10}(=>|:=|={1,2}|:)\s{0,10}/gi;

/** Names of variables: any name that is followed by a sign of assignment and a value right behind it. */
const VARIABLE = /(?<![A-Za-z0-9_])([A-Za-z_][A-Za-z0-9_]{1,100})\s{0,4}=\s{0,4}(?=[^\s=])/g;

const SECRET_WORD =
  /^(?:keys?|secrets?|credentials?|private|apikeys?|passwd|(?:pg|my|db|root|user)?password|token)$/;
const ADDRESS_NAME = /^(?:DSN|[A-Z0-9_]*(?:DATABASE_URL|REDIS_URL|MONGO_URI|MONGODB_URI|_DSN))$/i;
const VIRTUAL = /^VIRTUAL_/i;

/** Hides values that stand behind a telling name: `token: ...`, `"password": "..."`, `STRIPE_KEY=...`. */
export function scrubNamedValues(text: string): Scrubbed<string> {
  const named = replaceValues(text, NAMED, (match) =>
    hasNameBoundary(text, match) && !isReference(text, match) ? "named" : undefined,
  );
  const variables = replaceValues(named.value, VARIABLE, (match) => variableKind(match[1] ?? ""));
  return { value: variables.value, count: named.count + variables.count };
}

type ValueKind = "named" | "variable" | "address" | "short";

interface Value {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

/** One pass: after each match the value is read once and passed over, hidden or not, so the whole is linear. */
function replaceValues(
  text: string,
  pattern: RegExp,
  kindOf: (match: RegExpExecArray) => ValueKind | undefined,
): Scrubbed<string> {
  const finder = new RegExp(pattern.source, pattern.flags);
  let result = "";
  let written = 0;
  let count = 0;
  for (let match = finder.exec(text); match; match = finder.exec(text)) {
    const kind = kindOf(match);
    if (!kind) continue;
    const value = readValue(text, finder.lastIndex);
    if (value.end <= value.start) continue;
    if (isNextName(text, match, value)) {
      finder.lastIndex = value.start;
      continue;
    }
    finder.lastIndex = value.end;
    const content = text.slice(value.start, value.end);
    if (!isSecret(content, { kind, value, match, text })) continue;
    result += text.slice(written, value.start) + PLACEHOLDER;
    written = value.end;
    count += 1;
  }
  return count === 0 ? { value: text, count } : { value: result + text.slice(written), count };
}

/** `secrets:` alone on its line, and on the next one a name with its own value. */
function isNextName(text: string, { index }: RegExpExecArray, { start, end, isQuoted }: Value): boolean {
  return !isQuoted && text[end] === ":" && text.slice(index, start).includes("\n");
}

/** A quote, also with the letters that some languages set before it. */
const OPENING = /(?:[bru]{0,2}(\\{0,3}["'`]))?/iy;
const PLAIN_VALUE = /[^\s"'`\\]*/y;

function readValue(text: string, from: number): Value {
  OPENING.lastIndex = from;
  const [whole = "", quote = ""] = OPENING.exec(text) ?? [];
  const start = from + whole.length;
  if (quote !== "") {
    const end = closingQuote(text, start, quote);
    if (end !== undefined) return { start, end, isQuoted: true };
  }
  PLAIN_VALUE.lastIndex = start;
  const plain = PLAIN_VALUE.exec(text)?.[0] ?? "";
  // A sign that ends a sentence or a list is not the value's.
  const trimmed = quote === "" ? plain.replace(/[,;.:)\]}]{1,3}$/, "") : plain;
  return { start, end: start + trimmed.length, isQuoted: false };
}

/** Where a quoted value ends: at its own quote, not at an escaped one, and not on another line. */
function closingQuote(text: string, start: number, quote: string): number | undefined {
  const mark = quote.at(-1);
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === "\n") return undefined;
    if (quote.length > 1 ? text.startsWith(quote, at) : letter === mark) return at;
    if (letter === "\\" && quote.length === 1) at += 1;
  }
  return undefined;
}

interface Setting {
  readonly kind: ValueKind;
  readonly value: Value;
  readonly match: RegExpExecArray;
  readonly text: string;
}

function isSecret(content: string, { kind, value, match, text }: Setting): boolean {
  // The bracket that closes a placeholder may have been taken for the end of a list.
  if (content.includes(PLACEHOLDER.slice(0, -1))) return false;
  if (kind === "short") return content.length >= 4;
  if (kind === "address") return content.length >= 8;
  if (content.length < 8 || isStandIn(content)) return false;
  if (isHarmlessByName(content, match[1] ?? "", text.slice(Math.max(0, match.index - 40), match.index)))
    return false;
  if (kind === "variable" && isIdentifier(content, match[1] ?? "")) return false;
  if (value.isQuoted) return true;
  const place = { value, match, text };
  return !(isCode(content) || isVariable(content, place) || isProse(content, place));
}

/** `sort_key = "created_at"`: a word of a program behind a name of a program. */
function isIdentifier(content: string, name: string): boolean {
  return /[a-z]/.test(name) && /^[a-z]+(?:[_:.-][a-z]+)*$/.test(content);
}

/** `this.password = password;` and `if (password == confirm_password)`: one variable and another. */
function isVariable(content: string, { value, match, text }: Omit<Setting, "kind">): boolean {
  return (
    /^[A-Za-z_$]*(?:password|passwd|token|secret|key|credentials?)$/i.test(content) &&
    (match[3] === "==" ||
      text[value.end] === ";" ||
      text[match.index - 1] === "." ||
      (text[value.end] === "," && /[a-z][A-Z]/.test(content)))
  );
}

/** "password: definitely change it": a word of a sentence, not a value. */
function isProse(content: string, { value, match, text }: Omit<Setting, "kind">): boolean {
  return (
    match[3] === ":" &&
    /^[A-Za-z]+$/.test(content) &&
    /^[,;.]?[ \t]+[A-Za-z]/.test(text.slice(value.end, value.end + 12))
  );
}

/** What people and programs write where a secret would stand: a mask, a variable, a hint. */
function isStandIn(content: string): boolean {
  return (
    /^(.)\1*$/.test(content) ||
    /^[*\u2022.xX-]+$/.test(content) ||
    /^(?:(?:bearer|basic|token)\s{1,4})?(?:\$\{?[A-Za-z_]|\$\(|%[A-Za-z_]+%$|\{\{|<[^>]*>$|your[_-])/i.test(
      content,
    ) ||
    /^(?:undefined|required|optional|disabled|redacted|string\[\]|required\|[\w|:]+)$/i.test(content)
  );
}

/** Names of counts, files and addresses, and what stands in programs behind the same words. */
function isHarmlessByName(content: string, name: string, before: string): boolean {
  const isNumber = /^\d+$/.test(content);
  return (
    (isNumber && /tokens$|(?:_|^)(?:count|length|size|limit|total|max|min)$/i.test(name)) ||
    (/(?:_(?:path|file|dir|url|uri|endpoint)|Path|File|Url|Uri)$/.test(
      name.replace(/_[A-Z]+$/, (end) => end.toLowerCase()),
    ) &&
      /^[~./]|^https?:/.test(content)) ||
    (/(?:_|^)(?:header|field|param(?:eter)?|column|prefix|type|label)$/i.test(name) && !/\d/.test(content)) ||
    (/\b(?:errors?|messages?|labels?)\.$/i.test(before) && /^[A-Z][a-z]*(?: [a-z]+){2,}\.?$/.test(content)) ||
    content.toLowerCase() === name.toLowerCase() ||
    /^arn:aws[\w-]*:/.test(content) ||
    (/^secret$/i.test(name) && /existing$/.test(before) && /^[a-z]+(?:-[a-z]+)*$/.test(content)) ||
    (/^credentials$/i.test(name) && /^(?:same-origin|include|omit)$/.test(content)) ||
    (/^secrets$/i.test(name) && /imagePull$/.test(before))
  );
}

/** A reference to something else in a program: `options.apiKey`, `process.env.X`, `getToken(`. */
function isCode(content: string): boolean {
  return (
    /^[A-Za-z_$][A-Za-z_$]*(?:\??\.[A-Za-z_$][A-Za-z_$]*)+!?$/.test(content) ||
    /^[A-Za-z_$][\w$.]*\[[A-Za-z_$]\w*$/.test(content) ||
    /^(?:await\b|new\b|\{|[A-Za-z_$][\w$]*(?:\.[\w$]+)*[([]$|[A-Za-z_$][\w$]*(?:\.[\w$]+)*\()/.test(content)
  );
}

/** A name of its own, not the end of another word: `token`, `access_token`, `accessToken`, not `monkey`. */
function hasNameBoundary(text: string, match: RegExpExecArray): boolean {
  const before = text[match.index - 1];
  if (before === undefined || !/[A-Za-z0-9]/.test(before)) return true;
  // A line that begins in a packed text: the letter is a part of the break.
  if (/[nrt]/.test(before) && text[match.index - 2] === "\\") return true;
  const first = text[match.index] ?? "";
  return /[a-z0-9]/.test(before) && first !== first.toLowerCase();
}

/** `{{secret:NAME}}`: the name of a secret, not the secret. */
function isReference(text: string, { index }: RegExpExecArray): boolean {
  return isReferenceAt(text, Math.max(0, index - 2));
}

function variableKind(name: string): ValueKind | undefined {
  if (VIRTUAL.test(name)) return "short";
  if (ADDRESS_NAME.test(name)) return "address";
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split("_");
  return words.some((word) => SECRET_WORD.test(word)) ? "variable" : undefined;
}
