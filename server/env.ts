import { availableParallelism, homedir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { AppError } from "./contract/app-error.ts";
import { type ProviderWire, providerWires } from "./contract/provider.ts";

const whole = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(minimum, `must be at least ${minimum}`).max(maximum, `must be at most ${maximum}`));

const DEFAULT_PORT = 3000;
const webAddress = z.url({
  protocol: /^https?$/,
  error: "must be a web address such as https://example.com/v1",
});
const secret = z.string().min(1);
const wire = z.enum(providerWires, "must be chat, responses or messages");

const variablesSchema = z.object({
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, "must be a host name or an IP address")
    .default("127.0.0.1"),
  PORT: whole(0, 65_535).optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must look like postgresql://user:password@host/database" })
    .optional(),
  OPENHIVE_DATA_DIR: z.string().optional(),
  OPENHIVE_ROLE: z.enum(["web", "worker", "all"], "must be web, worker or all").default("all"),
  OPENHIVE_PYTHON: z.string().default("python3"),
  OPENHIVE_PYTHON_CONCURRENCY: whole(1, 64).optional(),
  OPENHIVE_SKILL_SANDBOX: z
    .enum(["auto", "required", "off"], "must be auto, required or off")
    .default("auto"),
  OPENHIVE_SKILL_MEMORY_MB: whole(128, 1_048_576).default(4_096),
  OPENHIVE_SKILL_INSTALL: z.enum(["wheels", "any", "off"], "must be wheels, any or off").default("wheels"),
  OPENHIVE_PACKAGE_INDEX: webAddress.default("https://pypi.org/simple"),
  OPENHIVE_SHELL_SANDBOX: z
    .enum(["bubblewrap", "docker", "podman", "off"], "must be bubblewrap, docker, podman or off")
    .default("bubblewrap"),
  OPENHIVE_SHELL_NETWORK: z.enum(["on", "off"], "must be on or off").default("off"),
  OPENHIVE_SHELL_IMAGE: z
    .string()
    .regex(/^[a-z0-9][\w./:@-]*$/, "must be the name of an image")
    .default("debian:bookworm-slim"),
  OPENHIVE_MAX_TOOL_USE_CONCURRENCY: whole(1, 100).default(10),
  OPENHIVE_MAX_SESSIONS: whole(1, 10_000).default(256),
  OPENHIVE_MAX_SESSIONS_GLOBAL: whole(1, 1_000_000).optional(),
  OPENHIVE_PROVIDER_LIMITS: z
    .string()
    .regex(
      /^\s*[\w-]+=[1-9]\d{0,5}\s*(,\s*[\w-]+=[1-9]\d{0,5}\s*)*$/,
      "must look like anthropic=20,openai=10",
    )
    .optional(),
  OPENHIVE_DRAIN_SECONDS: whole(0, 3_600).default(20),
  OPENHIVE_MAX_REPEATED_CALLS: whole(1, 10_000).default(4),
  OPENHIVE_APPROVAL_SECONDS: whole(1, 86_400).default(120),
  OPENHIVE_WORKSPACE_DAYS: whole(0, 36_500).default(30),
  OPENHIVE_WORKSPACE_MB: whole(1, 10_000_000).default(2_000),
  OPENHIVE_WORKSPACE_FILES: whole(10, 100_000_000).default(100_000),
  OPENHIVE_ENCRYPTION_KEY: secret.optional(),
  OPENHIVE_RESULT_MAX_CHARS: whole(1_000, 10_000_000).default(100_000),
  OPENHIVE_REHEARSAL_PACE: z
    .string()
    .regex(/^\d+(\.\d+)?$/, "must be a number, 0 for no delay")
    .transform(Number)
    .pipe(z.number().max(100, "must be at most 100"))
    .default(1),
  OPENHIVE_ALLOWED_HOSTS: z.string().default(""),
  OPENHIVE_OUTBOUND_ALLOW: z.string().default(""),
  OPENHIVE_SEARXNG_URL: webAddress.optional(),
  OPENHIVE_BRAVE_KEY: secret.optional(),
  HOME: z.string().optional(),
  XDG_RUNTIME_DIR: z.string().optional(),
  DOCKER_HOST: z.string().optional(),
  DOCKER_CONTEXT: z.string().optional(),
  CONTAINER_HOST: z.string().optional(),
  PATH: z.string().default("/usr/local/bin:/usr/bin:/bin"),
  OPENHIVE_LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"], "must be debug, info, warn, error or silent")
    .default("info"),
  OPENAI_API_KEY: secret.optional(),
  OPENAI_BASE_URL: webAddress.optional(),
  OPENAI_WIRE: wire.optional(),
  ANTHROPIC_API_KEY: secret.optional(),
  ANTHROPIC_BASE_URL: webAddress.optional(),
  GOOGLE_GENERATIVE_AI_API_KEY: secret.optional(),
  GOOGLE_BASE_URL: webAddress.optional(),
  OPENAI_COMPATIBLE_API_KEY: secret.optional(),
  OPENAI_COMPATIBLE_BASE_URL: webAddress.optional(),
  OPENAI_COMPATIBLE_WIRE: wire.optional(),
});

/** Every variable that is read, in the order of their kinds. */
export const variableNames: readonly string[] = Object.keys(variablesSchema.shape);

/** Where a model provider is and how to pay it, as far as the environment says. */
export interface ProviderEnvironment {
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly wire?: ProviderWire | undefined;
}

/** Everything the environment decides. `.env.example` describes each variable for people. */
export interface Environment {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Where a process without pages tells its health; undefined: nowhere. */
  readonly statusPort: number | undefined;
  /** Absolute. */
  readonly dataDir: string;
  /** Undefined: the PostgreSQL embedded in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly role: "web" | "worker" | "all";
  readonly pythonCommand: string;
  /** Skill processes at a time. */
  readonly pythonConcurrency: number;
  /** Whether skills run in a bubblewrap sandbox: where it works, always, or never. */
  readonly skillSandbox: "auto" | "required" | "off";
  /** Bytes of memory of one call of a skill, all its processes together. */
  readonly skillMemoryBytes: number;
  /** Which packages are installed for skills: those that need no building, all, or none. */
  readonly skillInstall: "wheels" | "any" | "off";
  readonly packageIndex: string;
  /** Where agents' commands run, and whether they reach the network there. */
  readonly shell: {
    readonly sandbox: "bubblewrap" | "docker" | "podman" | "off";
    readonly hasNetwork: boolean;
    /** Of the container. */
    readonly image: string;
    /** Where a container engine keeps its things and listens. */
    readonly engineVariables: Readonly<Record<string, string>>;
  };
  /** Tool calls of one agent at a time. */
  readonly maxToolConcurrency: number;
  /** Sessions one process advances at the same time. */
  readonly maxSessions: number;
  /** Sessions at work on the whole database at the same time; undefined for no limit. */
  readonly maxSessionsGlobal: number | undefined;
  /** Sessions at work on a provider at the same time, by its id; what is set for it in settings counts more. */
  readonly providerLimits: ReadonlyMap<string, number>;
  /** For how long a process that was told to stop lets its sessions come to a turn boundary. */
  readonly drainSeconds: number;
  /** Answers to the same call, with the same arguments, after which an agent does not get another. */
  readonly maxRepeatedCalls: number;
  /** For how long a call waits to be allowed by a person; then it is denied. */
  readonly approvalSeconds: number;
  /** For which the files that agents of a run worked in are kept after its end; 0: for ever. */
  readonly workspaceDays: number;
  /** What one workspace may hold. */
  readonly workspaceLimits: { readonly bytes: number; readonly files: number };
  readonly encryptionKey: string | undefined;
  /** A tool result longer than this many characters becomes an artifact. */
  readonly resultMaxChars: number;
  /** Speed of the rehearsal model's pauses: 1 can be watched, 0 does not wait. */
  readonly rehearsalPace: number;
  /** Names under which people reach this server, besides loopback and `host`. */
  readonly allowedHosts: readonly string[];
  /** Places of the own network that agents' requests may reach: hosts, hosts with a port, blocks of addresses. */
  readonly outboundAllow: readonly string[];
  /** The SearXNG server that searches; counts more than a key of Brave. */
  readonly searxngUrl: string | undefined;
  readonly braveKey: string | undefined;
  /** Where programs are looked for: the PATH of child processes. */
  readonly searchPath: string;
  readonly logLevel: "debug" | "info" | "warn" | "error" | "silent";
  readonly providers: {
    readonly openai: ProviderEnvironment;
    readonly anthropic: ProviderEnvironment;
    readonly google: ProviderEnvironment;
    readonly openaiCompatible: ProviderEnvironment;
  };
}

/**
 * Reads the environment; the only place that does. An empty variable counts as absent.
 *
 * Throws an `AppError` ("invalid") naming the first variable that is wrong and what it must be. The value itself is never
 * repeated, because it may be a secret.
 */
export function readEnvironment(
  source: Readonly<Record<string, string | undefined>> = process.env,
): Environment {
  const present = Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== "");
  const parsed = variablesSchema.safeParse(Object.fromEntries(present));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new AppError("invalid", `The environment variable ${String(issue?.path[0])} ${issue?.message}.`);
  }
  return toEnvironment(parsed.data);
}

function toEnvironment(variables: z.infer<typeof variablesSchema>): Environment {
  return {
    host: variables.HOST,
    port: variables.PORT ?? DEFAULT_PORT,
    statusPort: variables.PORT,
    dataDir: resolve(variables.OPENHIVE_DATA_DIR ?? findDefaultDataDir()),
    databaseUrl: variables.DATABASE_URL,
    role: variables.OPENHIVE_ROLE,
    pythonCommand: variables.OPENHIVE_PYTHON,
    skillSandbox: variables.OPENHIVE_SKILL_SANDBOX,
    skillMemoryBytes: variables.OPENHIVE_SKILL_MEMORY_MB * 2 ** 20,
    skillInstall: variables.OPENHIVE_SKILL_INSTALL,
    packageIndex: variables.OPENHIVE_PACKAGE_INDEX,
    shell: {
      sandbox: variables.OPENHIVE_SHELL_SANDBOX,
      hasNetwork: variables.OPENHIVE_SHELL_NETWORK === "on",
      image: variables.OPENHIVE_SHELL_IMAGE,
      engineVariables: toPresent({
        HOME: variables.HOME,
        XDG_RUNTIME_DIR: variables.XDG_RUNTIME_DIR,
        DOCKER_HOST: variables.DOCKER_HOST,
        DOCKER_CONTEXT: variables.DOCKER_CONTEXT,
        CONTAINER_HOST: variables.CONTAINER_HOST,
      }),
    },
    pythonConcurrency:
      variables.OPENHIVE_PYTHON_CONCURRENCY ?? Math.min(4, Math.max(2, availableParallelism())),
    maxToolConcurrency: variables.OPENHIVE_MAX_TOOL_USE_CONCURRENCY,
    maxSessions: variables.OPENHIVE_MAX_SESSIONS,
    maxSessionsGlobal: variables.OPENHIVE_MAX_SESSIONS_GLOBAL,
    providerLimits: toLimits(variables.OPENHIVE_PROVIDER_LIMITS ?? ""),
    drainSeconds: variables.OPENHIVE_DRAIN_SECONDS,
    maxRepeatedCalls: variables.OPENHIVE_MAX_REPEATED_CALLS,
    approvalSeconds: variables.OPENHIVE_APPROVAL_SECONDS,
    workspaceDays: variables.OPENHIVE_WORKSPACE_DAYS,
    workspaceLimits: {
      bytes: variables.OPENHIVE_WORKSPACE_MB * 1_000_000,
      files: variables.OPENHIVE_WORKSPACE_FILES,
    },
    encryptionKey: variables.OPENHIVE_ENCRYPTION_KEY,
    resultMaxChars: variables.OPENHIVE_RESULT_MAX_CHARS,
    rehearsalPace: variables.OPENHIVE_REHEARSAL_PACE,
    allowedHosts: variables.OPENHIVE_ALLOWED_HOSTS.split(",").flatMap((name) => name.trim() || []),
    outboundAllow: variables.OPENHIVE_OUTBOUND_ALLOW.split(",").flatMap((place) => place.trim() || []),
    searxngUrl: variables.OPENHIVE_SEARXNG_URL,
    braveKey: variables.OPENHIVE_BRAVE_KEY,
    searchPath: variables.PATH,
    logLevel: variables.OPENHIVE_LOG_LEVEL,
    providers: {
      openai: {
        apiKey: variables.OPENAI_API_KEY,
        baseUrl: variables.OPENAI_BASE_URL,
        wire: variables.OPENAI_WIRE,
      },
      anthropic: { apiKey: variables.ANTHROPIC_API_KEY, baseUrl: variables.ANTHROPIC_BASE_URL },
      google: { apiKey: variables.GOOGLE_GENERATIVE_AI_API_KEY, baseUrl: variables.GOOGLE_BASE_URL },
      openaiCompatible: {
        apiKey: variables.OPENAI_COMPATIBLE_API_KEY,
        baseUrl: variables.OPENAI_COMPATIBLE_BASE_URL,
        wire: variables.OPENAI_COMPATIBLE_WIRE,
      },
    },
  };
}

function toPresent(values: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function toLimits(text: string): ReadonlyMap<string, number> {
  return new Map(
    text.split(",").flatMap((part) => {
      const [id, most] = part.split("=");
      return id && most ? [[id.trim(), Number(most)] as const] : [];
    }),
  );
}

/** Root's home is closed to the user that runs the embedded PostgreSQL, so root's data lives in the system's place. */
function findDefaultDataDir(): string {
  return process.getuid?.() === 0 ? "/var/lib/openhive" : join(homedir(), ".openhive");
}

/** Whether npm started this process, as `npx` and `npm start` do. */
export function isStartedByNpm(): boolean {
  return process.env["npm_command"] !== undefined;
}
