import { join } from "node:path";
import { checkPython as findPython } from "../../../bin/checks.mjs";
import { openCommandRunner } from "../../container-workspaces.ts";
import { createSandbox } from "../../security/child-process/sandbox.ts";
import { describeLimits } from "../../skills/describe-limits.ts";
import { skillHelpersPath } from "../../skills/skill-runner.ts";
import { type CommandSession, withSession } from "../open-session.ts";
import { type Output, toTable } from "../output.ts";
import { ownCommand } from "../own-command.ts";

interface Check {
  readonly name: string;
  readonly state: "ok" | "warning" | "error";
  readonly message: string;
}

const PROJECT = join(import.meta.dirname, "..", "..", "..");

/** Looks at everything OpenHive needs and says what to do about what is wrong. Exit code 1 when something is broken. */
export function doctorCommand(options: { readonly json: boolean }, output: Output): Promise<number> {
  return withSession("client", async (session) => {
    // First and alone: beside the programs that the other checks start it could be late with its answer.
    const database = await checkDatabase(session);
    const checks = (
      await Promise.all([
        checkNode(),
        checkPython(session),
        checkSandbox(session),
        checkCommands(session),
        database,
        checkProviders(session),
        checkSkills(session),
        checkServers(session),
      ])
    ).flat();
    if (options.json) output.print(JSON.stringify(checks));
    else
      output.print(
        toTable(checks.map((check) => [check.state, check.name, check.message.replaceAll(/\s*\n\s*/g, " ")])),
      );
    return checks.some((check) => check.state === "error") ? 1 : 0;
  });
}

function checkNode(): readonly Check[] {
  return [{ name: "node", state: "ok", message: process.version }];
}

/** The same check as at the start of the server. */
async function checkPython({ environment }: CommandSession): Promise<Check> {
  const name = "python";
  try {
    return { name, state: "ok", message: `Python ${await findPython(environment.pythonCommand)}` };
  } catch (error) {
    return { name, state: "error", message: error instanceof Error ? error.message : String(error) };
  }
}

/** A sandbox that is missing is a warning, unless it is required. */
async function checkSandbox({ environment }: CommandSession): Promise<readonly Check[]> {
  const { skillSandbox: mode, searchPath } = environment;
  const { isOn, message } = await createSandbox({ mode, searchPath }).state();
  const missing = mode === "required" ? "error" : "warning";
  return [
    { name: "sandbox", state: isOn ? "ok" : missing, message },
    { name: "skill limits", state: "ok", message: describeLimits(isOn, environment.skillMemoryBytes) },
  ];
}

/** Where commands do not run, agents are told so and go on: a warning. */
async function checkCommands({ environment }: CommandSession): Promise<readonly Check[]> {
  const { isReady, message } = await openCommandRunner(environment, skillHelpersPath(PROJECT)).state();
  return [{ name: "commands", state: isReady ? "ok" : "warning", message }];
}

async function checkDatabase({ environment, isReady }: CommandSession): Promise<readonly Check[]> {
  const where =
    environment.databaseUrl === undefined ? `embedded, in ${environment.dataDir}` : "at DATABASE_URL";
  return [
    (await isReady())
      ? { name: "database", state: "ok", message: where }
      : { name: "database", state: "error", message: `${where}, does not answer` },
  ];
}

async function checkProviders({ services }: CommandSession): Promise<readonly Check[]> {
  const ready = (await services.listProviders()).filter(
    (provider) => provider.isReady && provider.source !== "built-in",
  );
  return ready.length > 0
    ? [{ name: "models", state: "ok", message: ready.map((provider) => provider.id).join(", ") }]
    : [
        {
          name: "models",
          state: "warning",
          message: "Only the scripted rehearsal. Set a key in Settings or in the environment to use a model.",
        },
      ];
}

async function checkSkills({ services }: CommandSession): Promise<readonly Check[]> {
  const skills = await services.listSkills();
  const findings = skills.flatMap((skill) =>
    skill.findings.flatMap(({ level, message }): readonly Check[] =>
      level === "info" ? [] : [{ name: `skill ${skill.name}`, state: level, message }],
    ),
  );
  return [
    {
      name: "skills",
      state: "ok",
      message: `${skills.filter((skill) => skill.isUsable).length} of ${skills.length} usable`,
    },
    ...findings,
  ];
}

async function checkServers({ services }: CommandSession): Promise<readonly Check[]> {
  const servers = await services.listMcpServers();
  return servers.map((server) => ({
    name: `mcp ${server.name}`,
    state: server.status === "ready" ? "ok" : "warning",
    message:
      server.error ??
      (server.status === "untested"
        ? `Not tested yet: ${ownCommand()} mcp test ${server.name}`
        : `${server.tools.length} tools`),
  }));
}
