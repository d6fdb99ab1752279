import { CHUNK, writeScript } from "./model-script.ts";

export interface BenchTool {
  readonly name: string;
  readonly description: string;
  readonly schema: { readonly type: "object"; readonly [key: string]: unknown };
  execute(input: { readonly [key: string]: unknown }): Promise<string>;
}

/** An agent to be measured: its script stands in `system`. */
export interface BenchAgent {
  readonly name: string;
  readonly system: string;
  readonly tools: readonly BenchTool[];
  readonly children: readonly BenchAgent[];
  readonly maxTurns: number;
}

/** How the model has to call the child `#` of a subject. */
export interface ChildCall {
  readonly name: string;
  readonly args: string;
}

export interface Scenario {
  readonly title: string;
  /** Model calls of one operation. */
  readonly requests: number;
  readonly operations: number;
  /** Operations before the measurement: the same number for every subject. */
  readonly warmUps: number;
  /** All operations at the same time. */
  readonly isConcurrent?: boolean;
  /** Chunks of the final answer. */
  readonly chunks: number;
  /** Measured from the first call of this turn on: what comes before only makes the transcript long. */
  readonly fromTurn?: number;
  /** Another agent for the warm-up. */
  warmUpAgent?(): BenchAgent;
  agent(childCall: (child: string) => ChildCall): BenchAgent;
}

/** Told the turn of every call of `ping`. */
export const pings: { listener: ((turn: number) => void) | undefined } = { listener: undefined };

const ping: BenchTool = {
  name: "ping",
  description: "Answers pong.",
  schema: {
    type: "object",
    properties: { q: { type: "string", description: "query" } },
    required: ["q"],
    additionalProperties: false,
  },
  async execute(input) {
    pings.listener?.(Number.parseInt(String(input["q"]), 10));
    return "pong";
  },
};

type Script = Parameters<typeof writeScript>[0];

function agentOf(
  script: Script,
  tools: readonly BenchTool[] = [ping],
  children: readonly BenchAgent[] = [],
): BenchAgent {
  const system = `You are agent ${script.id}. ${writeScript(script)}`;
  return { name: script.id, system, tools, children, maxTurns: (script.turns ?? 0) + 2 };
}

function leader(
  id: string,
  children: readonly BenchAgent[],
  childCall: (child: string) => ChildCall,
): BenchAgent {
  const call = childCall(`${children[0]?.name.slice(0, -1)}#`);
  return agentOf(
    { id, calls: children.length, turns: 1, chunks: 20, name: call.name, input: call.args },
    [],
    children,
  );
}

function manyTools(count: number): readonly BenchTool[] {
  const types = ["string", "number", "boolean", "integer"] as const;
  const others = Array.from(
    { length: count - 1 },
    (_, index): BenchTool => ({
      name: `tool_${index + 1}`,
      description: `Tool number ${index + 1}: reads, changes or lists the records of kind ${index % 17} and answers with a short summary of what it did.`,
      schema: {
        type: "object",
        additionalProperties: false,
        required: ["id", "mode"],
        properties: {
          id: { type: "string", description: "Identifier of the record" },
          mode: { type: "string", enum: ["read", "write", "list"], description: "What to do" },
          value: { type: types[index % 4], description: "New value" },
          tags: { type: "array", items: { type: "string" }, description: "Tags to set" },
          opts: {
            type: "object",
            properties: {
              limit: { type: "integer", description: "At most this many" },
              deep: { type: "boolean", description: "Go into children" },
            },
            additionalProperties: false,
          },
        },
      },
      execute: async () => "ok",
    }),
  );
  return [ping, ...others];
}

function tree(childCall: (child: string) => ChildCall): BenchAgent {
  const four = (make: (index: number) => BenchAgent): readonly BenchAgent[] =>
    Array.from({ length: 4 }, (_, index) => make(index));
  const leaves = (above: string) =>
    four((index) => agentOf({ id: `${above}l_${index}`, turns: 1, chunks: 5 }));
  const middle = (above: string) =>
    four((index) => leader(`m${above}_${index}`, leaves(`m${above}${index}`), childCall));
  return leader(
    "root",
    four((index) => leader(`top_${index}`, middle(String(index)), childCall)),
    childCall,
  );
}

/** Fills a transcript with `messages` messages in a few turns of many calls, then takes twenty ordinary turns. */
function long(messages: number): Scenario {
  const firstCalls = Math.min(200, messages - 1);
  const firstTurns = Math.round(messages / (firstCalls + 1));
  return {
    title: `20 turns behind ${messages} messages`,
    requests: firstTurns + 21,
    operations: 3,
    warmUps: 1,
    chunks: 5,
    fromTurn: firstTurns,
    agent: () =>
      agentOf({ id: `long${messages}`, turns: firstTurns + 20, chunks: 5, firstTurns, firstCalls }),
  };
}

/** What is measured; the shapes of one table in every comparison of engines. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  s1: {
    title: "50 turns of one call",
    requests: 51,
    operations: 24,
    warmUps: 12,
    chunks: 5,
    agent: () => agentOf({ id: "s1", turns: 50, chunks: 5 }),
  },
  s2: {
    title: "32 parallel calls",
    requests: 2,
    operations: 160,
    warmUps: 60,
    chunks: 5,
    agent: () => agentOf({ id: "s2", calls: 32, turns: 1, chunks: 5 }),
  },
  s3: {
    title: "8 children of 5 turns",
    requests: 50,
    operations: 24,
    warmUps: 12,
    chunks: 20,
    agent: (childCall) =>
      leader(
        "s3",
        Array.from({ length: 8 }, (_, index) => agentOf({ id: `kid_${index}`, turns: 5, chunks: 5 })),
        childCall,
      ),
  },
  s3t: { title: "tree of 85 agents", requests: 170, operations: 8, warmUps: 4, chunks: 20, agent: tree },
  s4: {
    title: "answer of 20,000 chunks",
    requests: 1,
    operations: 8,
    warmUps: 3,
    chunks: 20_000,
    agent: () => agentOf({ id: "s4", chunks: 20_000 }),
  },
  s5: {
    title: "1,000 sessions, slow model",
    requests: 2,
    operations: 1_000,
    warmUps: 8,
    isConcurrent: true,
    chunks: 5,
    warmUpAgent: () => agentOf({ id: "s5w", turns: 1, chunks: 5 }),
    agent: () => agentOf({ id: "s5", turns: 1, chunks: 5, delay: 2_000 }),
  },
  s6: {
    title: "300 tools, 20 turns",
    requests: 21,
    operations: 12,
    warmUps: 6,
    chunks: 5,
    agent: () => agentOf({ id: "s6", turns: 20, chunks: 5 }, manyTools(300)),
  },
  t50: long(50),
  t500: long(500),
  t5000: long(5_000),
};

export function answerLength(scenario: Scenario): number {
  return scenario.chunks * CHUNK.length;
}
