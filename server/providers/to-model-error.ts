import { APICallError } from "@ai-sdk/provider";
import { ModelError } from "../engine/ports.ts";
import { createScrubber } from "../security/scrub/scrubber.ts";
import { BrokenStreamError, OversizedReplyError } from "./read-reply.ts";
import { saysTooLong } from "./too-long.ts";
import { EmptyStreamError, StalledError } from "./watched-fetch.ts";

/** A failed attempt: what to tell people, and whether asking again can help. */
export interface FailedAttempt {
  readonly error: ModelError;
  readonly isRetryable: boolean;
  /** Headers of the refusal, lower case; empty when there was none. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Whom an attempt asked for what. */
export interface AskedModel {
  /** The provider's name for people. */
  readonly provider: string;
  readonly model: string;
  /** Never repeated in a message, even where the server says it. */
  readonly secret: string | null;
}

/** Explains whatever a provider package threw. Never throws; keeps the original as the cause. */
export function toFailedAttempt(thrown: unknown, asked: AskedModel): FailedAttempt {
  const { provider, secret } = asked;
  const reason = () => reasonOf(thrown, secret);
  const refusal = findRefusal(thrown, secret);
  if (refusal) return explainStatus(refusal, asked, thrown);
  const stalled = findCause(thrown, (error) => error instanceof StalledError);
  if (stalled)
    return retryable("broken_stream", `${provider} went silent: ${lower(stalled.message)}.`, thrown);
  const empty = findCause(thrown, (error) => error instanceof EmptyStreamError);
  if (empty)
    return retryable(
      "broken_stream",
      `${provider} does not come to its answer: ${lower(empty.message)}. Try again later, or choose another model.`,
      thrown,
    );
  if (thrown instanceof OversizedReplyError)
    return final("broken_stream", `${provider} sent more than a reply may be long.`, thrown);
  if (thrown instanceof BrokenStreamError)
    return retryable("broken_stream", `The answer of ${provider} broke off: ${lower(reason())}.`, thrown);
  if (APICallError.isInstance(thrown) && thrown.statusCode === undefined) {
    return retryable(
      "unreachable",
      `${provider} cannot be reached (${reason()}). Check its address and the network.`,
      thrown,
    );
  }
  if (APICallError.isInstance(thrown) || thrown instanceof TypeError || isStreamFault(thrown)) {
    return retryable("broken_stream", `The answer of ${provider} broke off (${reason()}).`, thrown);
  }
  return final("invalid_request", `${provider} could not be asked: ${reason()}`, thrown);
}

interface Refusal {
  readonly status: number;
  readonly message: string;
  /** A limit that waiting does not lift. */
  readonly hasNoQuota: boolean;
  /** The request is longer than the model's context. */
  readonly isTooLong: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** A status of the HTTP answer, or one that the stream itself reported. */
function findRefusal(thrown: unknown, secret: string | null): Refusal | undefined {
  if (typeof thrown !== "object" || thrown === null || !("statusCode" in thrown)) return undefined;
  const { statusCode } = thrown;
  if (typeof statusCode !== "number" || statusCode < 400) return undefined;
  const headers =
    "responseHeaders" in thrown && typeof thrown.responseHeaders === "object"
      ? (thrown.responseHeaders as Record<string, string>)
      : {};
  const message = reasonOf(thrown, secret);
  const body = bodyOf(thrown);
  return {
    status: statusCode,
    message,
    hasNoQuota: isOutOfQuota(body),
    isTooLong: saysTooLong(statusCode, `${message} ${body}`),
    headers: headers ?? {},
  };
}

function explainStatus(
  { status, message, hasNoQuota, isTooLong, headers }: Refusal,
  { provider, model }: AskedModel,
  thrown: unknown,
): FailedAttempt {
  const said = message ? ` It said: ${message}` : "";
  switch (true) {
    case isTooLong:
      return final(
        "too_long",
        `${provider} refused the request (${status}): it is longer than "${model}" can read, even where old turns are summed up. Give the agent a smaller task, fewer tools or shorter results, or a model with a larger context; where the server has less than Context size says in Settings, Models, set it there.${said}`,
        thrown,
      );
    case status === 401:
      return final(
        "unauthorized",
        `${provider} refused the key (401). Check it in Settings, Models.`,
        thrown,
      );
    case status === 403:
      return final(
        "unauthorized",
        `${provider} does not allow this (403). Check the key's rights.${said}`,
        thrown,
      );
    case status === 404:
      return final(
        "invalid_request",
        `${provider} does not know the model "${model}" or the address is wrong (404). Check the model's name and the base URL, which usually ends with its version, such as /v1.${said}`,
        thrown,
      );
    case status === 429 && hasNoQuota:
      return final(
        "rate_limited",
        `${provider} has no quota left (429). Check the account's billing.${said}`,
        thrown,
      );
    case status === 429:
      return {
        ...retryable(
          "rate_limited",
          `${provider} limits how often it may be asked (429). Try again later.${said}`,
          thrown,
        ),
        headers,
      };
    case status >= 500 || status === 408 || status === 409:
      return {
        ...retryable(
          "overloaded",
          `${provider} is overloaded or failing (${status}). Try again later.${said}`,
          thrown,
        ),
        headers,
      };
    default:
      return final("invalid_request", `${provider} refused the request (${status}).${said}`, thrown);
  }
}

function retryable(code: ModelError["code"], message: string, cause: unknown): FailedAttempt {
  return { error: new ModelError(code, message, cause), isRetryable: true, headers: {} };
}

function final(code: ModelError["code"], message: string, cause: unknown): FailedAttempt {
  return { error: new ModelError(code, message, cause), isRetryable: false, headers: {} };
}

function isStreamFault(thrown: unknown): boolean {
  // Parts that cannot be parsed or do not fit the wire's format, reported under these names by the packages.
  return (
    thrown instanceof Error &&
    /JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody/.test(thrown.name)
  );
}

function findCause(thrown: unknown, isWanted: (error: Error) => boolean): Error | undefined {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 10; error = error.cause, depth += 1) {
    if (isWanted(error)) return error;
  }
  return undefined;
}

/** What is looked through of a message, which may be a whole page. */
const MOST_LOOKED_THROUGH = 20_000;

/** The most telling message of a chain of causes, short and on one line. Secrets are hidden before it is cut. */
function reasonOf(thrown: unknown, secret: string | null): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
  const text = typeof code === "string" && !message.includes(code) ? `${message} ${code}` : message;
  return withoutSecrets(text.slice(0, MOST_LOOKED_THROUGH), secret).replace(/\s+/g, " ").trim().slice(0, 300);
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** What the server sent besides the message, as far as it is looked through. */
function bodyOf(thrown: object): string {
  const body = "responseBody" in thrown ? thrown.responseBody : undefined;
  const data = "data" in thrown ? JSON.stringify(thrown.data) : undefined;
  return `${String(body)} ${String(data)}`.slice(0, MOST_LOOKED_THROUGH);
}

function isOutOfQuota(body: string): boolean {
  return /insufficient_quota|billing_hard_limit/.test(body);
}

/** Servers repeat the key that they refuse, also in another form or in a part of it. */
function withoutSecrets(message: string, secret: string | null): string {
  const named = secret ? message.replaceAll(secret, "[key]") : message;
  return createScrubber(secret ? [secret] : []).text(named).value;
}
