import type { Json, JsonSchema } from "../contract/json.ts";
import type { ModelServerRequest, ServedMessage, Wire } from "./model-script.ts";

interface Body {
  readonly [key: string]: Json;
}

type Read = Pick<ModelServerRequest, "model" | "system" | "messages" | "tools">;

/** Which wire a path belongs to; undefined for none of them. */
export function wireOf(path: string): Wire | undefined {
  if (path.endsWith("/chat/completions")) return "openai-chat";
  if (path.endsWith("/messages")) return "anthropic";
  if (path.endsWith("/responses")) return "openai-responses";
  return /:(?:stream)?generateContent/i.test(path) ? "google" : undefined;
}

/** Reads a request body into the form that scripts look at. */
export function readWireRequest(wire: Wire, path: string, body: Body): Read {
  switch (wire) {
    case "anthropic":
      return {
        model: text(body["model"]),
        system: textOf(body["system"]),
        messages: list(body["messages"]).flatMap(anthropicMessage),
        tools: list(body["tools"]).map((tool) => toolOf(tool, "input_schema")),
      };
    case "openai-chat": {
      const messages = list(body["messages"]);
      const system = messages
        .filter(isSystem)
        .map(({ content }) => textOf(content))
        .join("\n\n");
      return {
        model: text(body["model"]),
        system,
        messages: messages.flatMap(chatMessage),
        tools: list(body["tools"]).map((tool) => toolOf(record(tool["function"]), "parameters")),
      };
    }
    case "openai-responses": {
      const items = list(body["input"]);
      const system = items
        .filter(isSystem)
        .map(({ content }) => textOf(content))
        .join("\n\n");
      return {
        model: text(body["model"]),
        system,
        messages: items.flatMap(responsesItem),
        tools: list(body["tools"]).map((tool) => toolOf(tool, "parameters")),
      };
    }
    case "google":
      return readGoogle(path, body);
  }
}

function readGoogle(path: string, body: Body): Read {
  const declared = list(body["tools"]).flatMap((tool) => list(tool["functionDeclarations"]));
  return {
    model: /models\/([^:/]+):/.exec(path)?.[1] ?? "",
    system: textOf(record(body["systemInstruction"])["parts"]),
    messages: list(body["contents"]).flatMap(googleContent),
    tools: declared.map((tool) => toolOf(tool, "parametersJsonSchema")),
  };
}

function anthropicMessage({ role, content }: Body): ServedMessage[] {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : list(content);
  if (role === "assistant") {
    const calls = blocks
      .filter(({ type }) => type === "tool_use")
      .map((block) => ({
        callId: text(block["id"]),
        name: text(block["name"]),
        input: block["input"] ?? {},
      }));
    return [{ role, text: textOf(blocks), calls }];
  }
  const results = blocks
    .filter(({ type }) => type === "tool_result")
    .map(
      (block): ServedMessage => ({
        role: "tool",
        callId: text(block["tool_use_id"]),
        text: textOf(block["content"]),
        isError: block["is_error"] === true,
      }),
    );
  const said = textOf(blocks.filter(({ type }) => type === "text"));
  return [...results, ...(said ? [{ role: "user" as const, text: said }] : [])];
}

function chatMessage({ role, content, tool_calls: calls, tool_call_id: callId }: Body): ServedMessage[] {
  if (role === "user") return [{ role, text: textOf(content) }];
  if (role === "tool") return [{ role, callId: text(callId), ...flagged(textOf(content)) }];
  if (role !== "assistant") return [];
  const read = list(calls).map((call) => ({
    callId: text(call["id"]),
    name: text(record(call["function"])["name"]),
    input: parse(text(record(call["function"])["arguments"])),
  }));
  return [{ role, text: textOf(content), calls: read }];
}

function responsesItem({
  type,
  role,
  content,
  call_id: callId,
  name,
  arguments: input,
  output,
}: Body): ServedMessage[] {
  if (type === "function_call")
    return [
      {
        role: "assistant",
        text: "",
        calls: [{ callId: text(callId), name: text(name), input: parse(text(input)) }],
      },
    ];
  if (type === "function_call_output")
    return [{ role: "tool", callId: text(callId), ...flagged(textOf(output)) }];
  if (role === "user") return [{ role, text: textOf(content) }];
  return role === "assistant" ? [{ role, text: textOf(content), calls: [] }] : [];
}

function googleContent({ role, parts }: Body): ServedMessage[] {
  const items = list(parts);
  const responses = items.flatMap((part): ServedMessage[] => {
    const response = record(part["functionResponse"]);
    return part["functionResponse"]
      ? [
          {
            role: "tool",
            callId: text(response["id"]) || text(response["name"]),
            text: JSON.stringify(response["response"]),
            isError: false,
          },
        ]
      : [];
  });
  if (responses.length > 0) return responses;
  if (role === "user") return [{ role, text: textOf(items) }];
  const calls = items.filter((part) => part["functionCall"]).map((part) => record(part["functionCall"]));
  return [
    {
      role: "assistant",
      text: textOf(items),
      calls: calls.map((call) => ({
        callId: text(call["id"]) || text(call["name"]),
        name: text(call["name"]),
        input: call["args"] ?? {},
      })),
    },
  ];
}

/** OpenAI's wires have no flag for failed calls: the text says it. */
function flagged(content: string): { readonly text: string; readonly isError: boolean } {
  return { text: content, isError: /^(?:Error \(|\{"error":)/.test(content) };
}

function toolOf(tool: Body, schemaKey: string): Read["tools"][number] {
  return {
    name: text(tool["name"]),
    description: text(tool["description"]),
    inputSchema: record(tool[schemaKey]) as JsonSchema,
  };
}

function isSystem({ role }: Body): boolean {
  return role === "system" || role === "developer";
}

function textOf(value: Json | undefined): string {
  if (typeof value === "string") return value;
  return list(value)
    .map((part) => text(part["text"]))
    .join("");
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function list(value: Json | undefined): readonly Body[] {
  return Array.isArray(value) ? value.map(record) : [];
}

function record(value: Json | undefined): Body {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Body) : {};
}

function parse(value: string): Json {
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}
