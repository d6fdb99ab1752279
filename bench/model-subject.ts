import type { CallId } from "../server/contract/ids.ts";
import type { Message } from "../server/contract/message.ts";
import type { ListedTool } from "../server/contract/tool-array.ts";
import { okText } from "../server/contract/tool-result.ts";
import type { ModelReply } from "../server/engine/ports.ts";
import { createModelDirectory } from "../server/providers/model-directory.ts";
import type { BenchAgent } from "./scenarios.ts";
import type { Subject } from "./subject.ts";

export interface ModelSubjectOptions {
  /** Of the model server, with `/v1`. */
  readonly baseUrl: string;
  readonly provider: "openai" | "anthropic";
}

type Runner = Awaited<ReturnType<Subject["build"]>>;
type Directory = ReturnType<typeof createModelDirectory>;

/** The model layer alone: OpenHive's models in a bare loop, tools called directly, nothing stored. What it costs is its share of the engine's figure. */
export function createModelSubject({ baseUrl, provider }: ModelSubjectOptions): Subject {
  const credentials = { baseUrl, apiKey: "loopback" };
  const directory = createModelDirectory({
    settings: { find: async () => undefined, list: async () => [] },
    environment: { anthropic: credentials, openai: credentials, google: {}, openaiCompatible: {} },
    rehearsalPace: 0,
  });
  return {
    childCall: (child) => ({ name: child, args: '{"task":"t"}' }),
    build: async (agent) => buildRunner(agent, directory, provider),
    pids: () => [],
    commits: async () => 0,
    close: async () => undefined,
  };
}

function buildRunner(agent: BenchAgent, directory: Directory, provider: string): Runner {
  const run = new Map(agent.tools.map((tool) => [tool.name, tool.execute]));
  const tools = agent.tools.map(({ name, description, schema }) => toListed(name, description, schema));
  for (const child of agent.children) {
    const built = buildRunner(child, directory, provider);
    run.set(child.name, (input) => built.run(String(input["task"]), () => undefined));
    const schema = { type: "object", properties: { task: { type: "string" } }, required: ["task"] } as const;
    tools.push(toListed(child.name, `Delegate to ${child.name}`, schema));
  }
  return {
    async run(task, onText) {
      const model = await directory.resolve({ provider, model: "fake" });
      const messages: Message[] = [{ role: "user", text: task }];
      const takenIds = new Set<string>();
      const { signal } = new AbortController();
      for (;;) {
        const { message } = await model.respond({
          system: agent.system,
          messages: [...messages],
          takenIds,
          tools,
          signal,
          onText,
          onRetry() {},
        });
        if (message.calls.length === 0) return message.text;
        for (const { callId } of message.calls) takenIds.add(callId);
        messages.push(message, ...(await runCalls(message.calls, run)));
      }
    },
  };
}

function runCalls(
  calls: ModelReply["message"]["calls"],
  run: ReadonlyMap<string, BenchAgent["tools"][number]["execute"]>,
): Promise<readonly Message[]> {
  return Promise.all(
    calls.map(async ({ callId, name, input }): Promise<Message> => {
      const result = okText(
        (await run.get(name)?.(input as { readonly [key: string]: unknown })) ?? "There is no such tool.",
      );
      return { role: "tool", callId: callId as CallId, name, result };
    }),
  );
}

function toListed(name: string, description: string, inputSchema: ListedTool["inputSchema"]): ListedTool {
  return { name, description, inputSchema, origin: { kind: "bench", id: "bench" } };
}
