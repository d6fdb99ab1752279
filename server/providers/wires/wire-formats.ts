import { ChatStream } from "./chat-stream.ts";
import { GoogleStream } from "./google-stream.ts";
import { MessagesStream } from "./messages-stream.ts";
import { type ChatDialect, openaiDialect, openDialect, plainChatMessages } from "./plain-chat.ts";
import { plainMessages } from "./plain-messages.ts";
import { plainResponses } from "./plain-responses.ts";
import { ResponsesStream } from "./responses-stream.ts";
import type { WireFormat } from "./wire-format.ts";

const same = (url: string): string => url;

const chatFormat = (dialect: ChatDialect): WireFormat => ({
  list: "messages",
  fromSystem: [],
  fromTools: ["tools", "tool_choice"],
  toolHeaders: [],
  streamed: { stream: true, stream_options: { include_usage: true } },
  toStreamUrl: same,
  hasCacheMarks: false,
  plainMessages: (prompt) => plainChatMessages(prompt, dialect),
  open: (onText) => new ChatStream(onText, dialect),
});

/** Chat Completions by OpenAI's own package. */
export const openaiChatFormat = chatFormat(openaiDialect);
/** Chat Completions by the package for all other servers: most speak them. */
export const openChatFormat = chatFormat(openDialect);

/** Anthropic's Messages. */
export const messagesFormat: WireFormat = {
  list: "messages",
  fromSystem: ["system"],
  fromTools: ["tools", "tool_choice"],
  toolHeaders: ["anthropic-beta"],
  streamed: { stream: true },
  toStreamUrl: same,
  hasCacheMarks: true,
  plainMessages,
  open: (onText) => new MessagesStream(onText),
};

/** OpenAI's Responses. */
export const responsesFormat: WireFormat = {
  list: "input",
  fromSystem: ["instructions"],
  fromTools: ["tools", "tool_choice"],
  toolHeaders: [],
  streamed: { stream: true },
  toStreamUrl: same,
  hasCacheMarks: false,
  plainMessages: plainResponses,
  open: (onText) => new ResponsesStream(onText),
};

/** Google's generateContent. */
export const googleFormat: WireFormat = {
  list: "contents",
  fromSystem: ["systemInstruction"],
  fromTools: ["tools", "toolConfig"],
  toolHeaders: [],
  streamed: {},
  toStreamUrl: (url) => url.replace(/:generateContent$/, ":streamGenerateContent?alt=sse"),
  hasCacheMarks: false,
  open: (onText) => new GoogleStream(onText),
};
