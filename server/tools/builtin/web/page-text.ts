import type { OutboundAnswer } from "../../../security/outbound/outbound-client.ts";

/** Kinds of answers that are text, whatever else they are. */
const TEXT = /^(text\/|application\/([\w.+-]*\+)?(json|xml|javascript|yaml|x-yaml|x-ndjson|graphql)\b)/i;

/** The media type of an answer, without its parameters. */
export function mediaTypeOf({ headers }: OutboundAnswer): string {
  return (headers["content-type"] ?? "text/plain").split(";")[0]?.trim().toLowerCase() ?? "text/plain";
}

export function isHtml(answer: OutboundAnswer): boolean {
  return /^(text\/html|application\/xhtml\+xml)$/.test(mediaTypeOf(answer));
}

/** The answer as text, in the character set it names; undefined when it is none. */
export function textOf(answer: OutboundAnswer): string | undefined {
  if (!TEXT.test(mediaTypeOf(answer)) || answer.body.subarray(0, 8_000).includes(0)) return undefined;
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(answer.headers["content-type"] ?? "")?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(answer.body);
  } catch {
    return new TextDecoder().decode(answer.body);
  }
}
