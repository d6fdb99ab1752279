import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { ownValue } from "../../contract/own-value.ts";
import type { ReplyPart } from "../provider-parts.ts";
import { MAX_CALLS, type RawCall, type RawReply } from "../read-reply.ts";
import { all, areCounts, isCountOrNone, isMembers, isTextOrNone, type Members } from "./plain-values.ts";

/** A call that stands for several: the package takes it apart. */
const SEVERAL = "parallel";
const PHASES: readonly unknown[] = [undefined, null, "commentary", "final_answer"];

interface Gathered {
  text: string;
  hasRefusal: boolean;
  readonly calls: RawCall[];
  readonly parts: ReplyPart[];
}

/** A reply of OpenAI's Responses as the package would have read it; undefined where that is left to it. */
export function plainResponseReply(reply: Members, output: readonly unknown[]): RawReply | undefined {
  const usage = plainCounts(reply["usage"]);
  if (!usage || !hasPlainHead(reply)) return undefined;
  const gathered: Gathered = { text: "", hasRefusal: false, calls: [], parts: [] };
  for (const item of output) if (!isMembers(item) || !addItem(item, gathered)) return undefined;
  const { text, calls, parts } = gathered;
  const finish = toFinish(reply["incomplete_details"], gathered);
  return finish === undefined || calls.length > MAX_CALLS ? undefined : { text, calls, parts, finish, usage };
}

function hasPlainHead(reply: Members): boolean {
  const { id, model, created_at, error, service_tier, prompt_cache_diagnostics, reasoning } = reply;
  const isNamed = [id, model].every((name) => name === undefined || typeof name === "string");
  const isDated = created_at === undefined || typeof created_at === "number";
  const isTold = reasoning == null || (isMembers(reasoning) && isTextOrNone(reasoning["context"]));
  const isPlain = error == null && prompt_cache_diagnostics == null && isTextOrNone(service_tier);
  return isNamed && isDated && isTold && isPlain;
}

const CUT: Readonly<Record<string, RawReply["finish"]>> = {
  max_output_tokens: "length",
  content_filter: "content-filter",
};

/** Undefined where the reason is none. */
function toFinish(details: unknown, { calls, hasRefusal }: Gathered): RawReply["finish"] | undefined {
  const called = calls.length > 0 ? "tool-calls" : undefined;
  if (details === undefined || details === null) return called ?? (hasRefusal ? "content-filter" : "stop");
  const reason = isMembers(details) ? details["reason"] : undefined;
  return typeof reason === "string" ? (ownValue(CUT, reason) ?? called ?? "other") : undefined;
}

/** False where the package has to read it. */
function addItem(item: Members, gathered: Gathered): boolean {
  if (typeof item["id"] !== "string") return false;
  switch (item["type"]) {
    case "reasoning":
      return addReasoning(item, gathered);
    case "message":
      return addMessage(item, gathered);
    case "function_call":
      return addCall(item, gathered);
    default:
      return false;
  }
}

function addReasoning({ id, encrypted_content, summary }: Members, { parts }: Gathered): boolean {
  if (!isTextOrNone(encrypted_content) || !Array.isArray(summary)) return false;
  const texts = all(summary.map((part) => textOf(part, "summary_text", "text")));
  const options = { openai: { itemId: String(id), reasoningEncryptedContent: encrypted_content ?? null } };
  for (const text of texts?.length === 0 ? [""] : (texts ?? []))
    parts.push({ type: "reasoning", text, options });
  return texts !== undefined;
}

function addMessage({ id, role, phase, content }: Members, gathered: Gathered): boolean {
  if (role !== "assistant" || !PHASES.includes(phase) || !Array.isArray(content)) return false;
  const options = {
    openai: { itemId: String(id), ...(typeof phase === "string" && { phase }) },
  };
  for (const part of content) {
    const refusal = textOf(part, "refusal", "refusal");
    const text = refusal ?? spokenText(part);
    if (text === undefined) return false;
    if (refusal !== undefined) gathered.hasRefusal = true;
    gathered.text += text;
    gathered.parts.push({ type: "text", length: text.length, options });
  }
  return true;
}

function addCall(item: Members, { calls, parts }: Gathered): boolean {
  const { id, call_id, name, arguments: input, async, namespace, caller } = item;
  if (typeof call_id !== "string" || typeof name !== "string" || typeof input !== "string") return false;
  if (async != null || namespace != null || caller != null || name === SEVERAL) return false;
  parts.push({ type: "call", index: calls.length, options: { openai: { itemId: String(id) } } });
  calls.push({ id: call_id, name, input, hasInput: input.trim() !== "" });
  return true;
}

/** What was said, unless it points to sources. */
function spokenText(part: unknown): string | undefined {
  const isAlone =
    isMembers(part) &&
    part["logprobs"] == null &&
    Array.isArray(part["annotations"]) &&
    part["annotations"].length === 0;
  return isAlone ? textOf(part, "output_text", "text") : undefined;
}

function textOf(part: unknown, type: string, member: string): string | undefined {
  const text = isMembers(part) && part["type"] === type ? part[member] : undefined;
  return typeof text === "string" ? text : undefined;
}

function plainCounts(usage: unknown): LanguageModelV4Usage | undefined {
  if (!isMembers(usage)) return undefined;
  const { input_tokens: total, output_tokens: written, total_tokens: sum } = usage;
  const before = usage["input_tokens_details"] ?? {};
  const after = usage["output_tokens_details"] ?? {};
  if (typeof total !== "number" || typeof written !== "number" || sum === null) return undefined;
  if (!isCountOrNone(sum) || !areCounts(before) || !areCounts(after)) return undefined;
  const cacheRead = before["cached_tokens"] ?? 0;
  const cacheWrite = before["cache_write_tokens"] ?? undefined;
  const reasoning = after["reasoning_tokens"] ?? 0;
  return {
    inputTokens: { total, noCache: total - cacheRead - (cacheWrite ?? 0), cacheRead, cacheWrite },
    outputTokens: { total: written, text: written - reasoning, reasoning },
  };
}
