import type { BenchAgent } from "./scenarios.ts";
import type { Subject } from "./subject.ts";

interface ChatCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { name: string; arguments: string };
}

interface ChatDelta {
  readonly content?: string | null;
  readonly tool_calls?: readonly {
    readonly index: number;
    readonly id?: string;
    readonly function?: { readonly name?: string; readonly arguments?: string };
  }[];
}

/** The floor everything is compared with: `fetch`, a parsed stream, tools called directly. Nothing is stored. */
export function createRawSubject(baseUrl: string): Subject {
  return {
    childCall: (child) => ({ name: child, args: '{"task":"t"}' }),
    build: async (agent) => buildRaw(agent, baseUrl),
    pids: () => [],
    commits: async () => 0,
    close: async () => undefined,
  };
}

function buildRaw(agent: BenchAgent, baseUrl: string): Awaited<ReturnType<Subject["build"]>> {
  const run = new Map(agent.tools.map((tool) => [tool.name, tool.execute]));
  const listed = agent.tools.map(({ name, description, schema }) => toFunction(name, description, schema));
  for (const child of agent.children) {
    const built = buildRaw(child, baseUrl);
    run.set(child.name, (input) => built.run(String(input["task"]), () => undefined));
    const schema = { type: "object", properties: { task: { type: "string" } }, required: ["task"] };
    listed.push(toFunction(child.name, `Delegate to ${child.name}`, schema));
  }
  return {
    async run(task, onText) {
      const messages: object[] = [
        { role: "system", content: agent.system },
        { role: "user", content: task },
      ];
      for (;;) {
        const body = JSON.stringify({
          model: "fake",
          stream: true,
          messages,
          ...(listed.length > 0 && { tools: listed }),
        });
        const { text, calls } = await ask(`${baseUrl}/chat/completions`, body, onText);
        if (calls.length === 0) return text;
        messages.push({ role: "assistant", content: text || null, tool_calls: calls });
        const results = await Promise.all(
          calls.map((call) => run.get(call.function.name)?.(JSON.parse(call.function.arguments))),
        );
        for (const [index, call] of calls.entries())
          messages.push({ role: "tool", tool_call_id: call.id, content: results[index] });
      }
    },
  };
}

function toFunction(name: string, description: string, parameters: object): object {
  return { type: "function", function: { name, description, parameters } };
}

async function ask(url: string, body: string, onText: (text: string) => void) {
  const headers = { "content-type": "application/json", authorization: "Bearer x" };
  const response = await fetch(url, { method: "POST", headers, body });
  if (!response.ok || !response.body) throw new Error(`${response.status}: ${await response.text()}`);
  let text = "";
  const calls: ChatCall[] = [];
  const take = (delta: ChatDelta | undefined): void => {
    if (delta?.content) {
      text += delta.content;
      onText(delta.content);
    }
    for (const part of delta?.tool_calls ?? []) {
      const call = calls[part.index] ?? {
        id: part.id ?? "",
        type: "function",
        function: { name: "", arguments: "" },
      };
      calls[part.index] = call;
      call.function.name += part.function?.name ?? "";
      call.function.arguments += part.function?.arguments ?? "";
    }
  };
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true });
    let start = 0;
    for (let end = rest.indexOf("\n", start); end >= 0; end = rest.indexOf("\n", start)) {
      if (end > start + 6 && rest.startsWith("data: {", start))
        take(JSON.parse(rest.slice(start + 6, end)).choices[0]?.delta);
      start = end + 1;
    }
    rest = rest.slice(start);
  }
  return { text, calls };
}
