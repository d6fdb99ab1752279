import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readEnvironment } from "./env.ts";
import { findFreePort } from "./store/postgres/cluster-settings.ts";
import { startModelServer } from "./testing/model-server.ts";
import { hiveVariables, makeDataFolder, openHive, PROJECT_FOLDER, TEST_KEY } from "./testing/open-hive.ts";
import { startHiveProcess } from "./testing/open-hive-process.ts";
import { playByTurn } from "./testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables } from "./testing/played-org.ts";
import { createTestDatabase } from "./testing/test-database.ts";

/** Folders of the data folder that every process has to see alike. */
const SHARED = ["workspaces", "skills", "mcp", "shelf"];

interface ComposeService {
  readonly environment: Readonly<Record<string, string>>;
  readonly stop_grace_period?: string;
  readonly depends_on: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes: readonly string[];
}

/** `compose.yaml` as a person's shell fills it in, with merged keys. */
function readCompose(): Readonly<Record<string, ComposeService>> {
  const shell: Readonly<Record<string, string>> = {
    POSTGRES_PASSWORD: "secret",
    OPENHIVE_ENCRYPTION_KEY: TEST_KEY,
  };
  const text = readFileSync(join(PROJECT_FOLDER, "compose.yaml"), "utf8");
  // `${NAME}`, `${NAME:-otherwise}` and `${NAME:?what to do}`, filled in after the file is read, as Compose does.
  const fill = (value: string): string =>
    value.replaceAll(
      /\$\{(\w+)(:[-?][^}]*)?\}/g,
      (_, name: string, rest = "") =>
        shell[name] ?? (rest.startsWith(":-") ? rest.slice(2) : `MISSING ${name}`),
    );
  const filled = (_key: unknown, value: unknown): unknown =>
    typeof value === "string" ? fill(value) : value;
  return parse(text, filled, { merge: true }).services;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Manifest {
  readonly kind: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly {
          readonly env: readonly { readonly name: string; readonly value: string }[];
          readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
          readonly startupProbe: Probe;
          readonly livenessProbe: Probe;
          readonly readinessProbe: Probe;
          readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
        }[];
        readonly volumes: readonly Readonly<Record<string, unknown>>[];
      };
    };
  };
}

function readManifests(): readonly Manifest[] {
  const text = readFileSync(join(PROJECT_FOLDER, "docs", "deploy", "kubernetes.yaml"), "utf8");
  return parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  });
}

/** Every variable that `server/env.ts` reads, by its own text. */
const known = new Set(
  readFileSync(join(PROJECT_FOLDER, "server", "env.ts"), "utf8").match(/\b[A-Z][A-Z0-9_]{3,}(?=:)/g),
);

test("compose.yaml names variables that exist, with values that are accepted, and lets processes drain", () => {
  const services = readCompose();
  for (const name of ["web-1", "web-2", "worker"]) {
    const service = services[name];
    if (!service) throw new Error(`There is no ${name}.`);
    expect(Object.keys(service.environment).filter((variable) => !known.has(variable))).toEqual([]);
    const environment = readEnvironment({ ...service.environment, PORT: "3000", HOST: "0.0.0.0" });
    expect(environment.role).toBe(name === "worker" ? "worker" : "web");
    expect(environment.databaseUrl).toBe("postgresql://openhive:secret@postgres:5432/openhive");
    expect(Number.parseInt(service.stop_grace_period ?? "", 10)).toBeGreaterThan(environment.drainSeconds);
    expect(service.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
    expect(service.volumes).toEqual(SHARED.map((folder) => `${folder}:/data/${folder}`));
  }
});

test("the Kubernetes example names variables that exist, probes what is answered, and lets pods drain", () => {
  const manifests = readManifests();
  const settings = manifests.find(({ kind }) => kind === "ConfigMap")?.data ?? {};
  expect(Object.keys(settings).filter((variable) => !known.has(variable))).toEqual([]);
  const pods = manifests.filter(({ kind }) => kind === "Deployment").map((one) => one.spec?.template.spec);
  expect(pods).toHaveLength(2);
  const roles = pods.map((pod) => {
    const [container] = pod?.containers ?? [];
    if (!pod || !container) throw new Error("A deployment has a container.");
    const own = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
    const environment = readEnvironment({ ...settings, ...own });
    expect(container.ports).toEqual([{ name: "http", containerPort: environment.port }]);
    // Alive while it waits for its database; sent people only when it reaches it.
    expect(container.startupProbe.httpGet).toMatchObject({ path: "/api/health/live", port: "http" });
    expect(container.livenessProbe.httpGet).toMatchObject({ path: "/api/health/live", port: "http" });
    expect(container.readinessProbe.httpGet).toMatchObject({ path: "/api/health", port: "http" });
    const shared = container.volumeMounts.filter(({ name }) => name === "shared");
    expect(shared.map(({ mountPath }) => mountPath)).toEqual(SHARED.map((folder) => `/data/${folder}`));
    expect(pod.volumes).toContainEqual({ name: "shared", persistentVolumeClaim: { claimName: "openhive" } });
    if (environment.role === "worker")
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(environment.drainSeconds);
    return environment.role;
  });
  expect(roles).toEqual(["web", "worker"]);
});

test("two for pages and two that work, as compose.yaml sets them: one of each is told to stop in the middle, and every run completes", {
  skip: !existsSync(join(PROJECT_FOLDER, ".next", "BUILD_ID")),
}, async () => {
  const database = await createTestDatabase();
  await using folder = await makeDataFolder();
  const slow = (text: string) => ({ text, delayMs: 120 });
  await using models = await startModelServer({
    handler: playByTurn({
      lead: [
        { calls: [{ name: "add_todo", input: { text: "First" } }] },
        { calls: [{ name: "add_todo", input: { text: "Second" } }] },
        slow("Everything is done, word by word."),
      ],
    }),
  });
  const ports = await Promise.all(Array.from({ length: 4 }, findFreePort));
  const services = readCompose();
  const start = (name: string, index: number) => {
    const set = Object.entries(services[name]?.environment ?? {}).filter(([, value]) => value !== "");
    const own = { DATABASE_URL: database.url, PORT: String(ports[index]), ...modelVariables(models) };
    return startHiveProcess([], {
      variables: hiveVariables(folder.path, { ...Object.fromEntries(set), ...own }),
      program: "bin/serve.mjs",
    });
  };
  await using first = start("web-1", 0);
  await using second = start("web-2", 1);
  await using worker = start("worker", 2);
  await using another = start("worker", 3);
  const processes = [first, second, worker, another];
  await Promise.all(processes.map((one) => one.said("OpenHive is ready at")));
  for (const port of ports) expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);

  await using pages = await openHive({ url: database.url, dataDir: folder.path, role: "web" });
  const org = await pages.addOrg(drawPlayedOrg(["lead"]));
  const runs = await Promise.all(Array.from({ length: 6 }, () => pages.run(org, "Work")));
  await Promise.all(runs.map((run) => run.waitFor("tool_call")));
  const began = performance.now();
  const stopped = await Promise.all([first.stop(), worker.stop()]);
  const took = performance.now() - began;
  expect(stopped.map(({ code }) => code)).toEqual([0, 0]);
  expect(took, "at most what it may drain, and then a moment").toBeLessThan(25_000);
  for (const run of runs) {
    expect(await run.finished()).toMatchObject({ status: "completed" });
    await run[Symbol.asyncDispose]();
  }
  expect((await fetch(`http://127.0.0.1:${ports[1]}/orgs`)).status).toBe(200);
  const rest = await Promise.all([second.stop(), another.stop()]);
  expect(rest.map(({ code }) => code)).toEqual([0, 0]);
  await pages.close();
  await database.close();
});
