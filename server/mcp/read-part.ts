import mime from "mime";
import { z } from "zod";

/** One part of a server's answer, checked: text to read, or a file to keep. */
export type AnswerPart =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "file";
      /** Empty where the server gave none. */
      readonly name: string;
      readonly mediaType: string;
      readonly extension: string;
      readonly content: Uint8Array;
    };

const optionalText = z.string().optional().catch(undefined);
const resource = z.looseObject({
  uri: z.string().catch(""),
  mimeType: optionalText,
  text: optionalText,
  blob: optionalText,
});
const partSchema = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text"), text: z.string() }),
  z.looseObject({ type: z.enum(["image", "audio"]), data: z.string(), mimeType: optionalText }),
  z.looseObject({ type: z.literal("resource"), resource }),
  z.looseObject({
    type: z.literal("resource_link"),
    uri: z.string(),
    name: optionalText,
    title: optionalText,
    description: optionalText,
    mimeType: optionalText,
  }),
]);

/** Reads one content part (MCP, ContentBlock). A part of an unknown kind or form becomes a text that says so. */
export function readPart(part: unknown): AnswerPart {
  const parsed = partSchema.safeParse(part);
  if (!parsed.success) return text(`[A part of the answer could not be read: ${kindOf(part)}.]`);
  switch (parsed.data.type) {
    case "text":
      return text(parsed.data.text);
    case "image":
    case "audio":
      return file("", parsed.data.mimeType, parsed.data.data);
    case "resource":
      return readResource(parsed.data.resource);
    case "resource_link": {
      const { uri, name, title, description, mimeType } = parsed.data;
      const about = [title ?? name, mimeType, description].filter((word) => word !== undefined).join(", ");
      return text(`[Link: ${uri}${about === "" ? "" : ` (${about})`}]`);
    }
  }
}

function readResource({ uri, mimeType, text: content, blob }: z.output<typeof resource>): AnswerPart {
  if (content !== undefined) return text(`[${uri}]\n${content}`);
  if (blob === undefined) return text(`[${uri}: an empty resource.]`);
  return file(nameFrom(uri), mimeType, blob);
}

function file(name: string, mimeType: string | undefined, base64: string): AnswerPart {
  const content = Buffer.from(base64, "base64");
  if (content.length === 0 || !/^[A-Za-z0-9+/_\s-]*={0,2}\s*$/.test(base64.slice(0, 1_000))) {
    return text(`[A file ${name} of the answer is not valid base64 and was left out.]`);
  }
  const isMediaType = mimeType !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(mimeType);
  const mediaType = isMediaType ? mimeType.toLowerCase() : "application/octet-stream";
  return { kind: "file", name, mediaType, extension: mime.getExtension(mediaType) ?? "bin", content };
}

function nameFrom(uri: string): string {
  const last = uri.split(/[?#]/)[0]?.split("/").pop() ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function kindOf(part: unknown): string {
  const type = (part as { readonly type?: unknown } | null)?.type;
  return typeof type === "string" ? `its type is ${JSON.stringify(type.slice(0, 60))}` : "it has no type";
}

function text(content: string): AnswerPart {
  return { kind: "text", text: content };
}
