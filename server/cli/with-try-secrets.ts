import { existsSync } from "node:fs";
import { isAppError } from "../contract/app-error.ts";
import type { SkillRecord } from "../skills/skill-record.ts";
import type { TryOptions } from "../skills/try-skill.ts";
import { toClusterHome } from "../store/postgres/cluster-paths.ts";
import { atTerminal } from "./at-terminal.ts";
import type { LocalSkills } from "./local-skills.ts";
import { type CommandSession, openSession } from "./open-session.ts";
import type { Output } from "./output.ts";
import { ownCommand } from "./own-command.ts";
import { toTryOptions } from "./try-options.ts";

interface Tries {
  readonly options: TryOptions;
  /** Hides the secrets that were handed out. */
  readonly output: Output;
}

/**
 * Runs tries of skills. For those that declare secrets it opens the vault, where there is a database already: none is made for
 * this. Whoever may use the vault's key and database at this terminal may try what its rules allow an agent.
 */
export async function withTrySecrets(
  local: LocalSkills,
  { skills, output }: { readonly skills: readonly SkillRecord[]; readonly output: Output },
  work: (tries: Tries) => Promise<number>,
): Promise<number> {
  const options = toTryOptions(local);
  const needed = skills.filter(({ isUsable }) => isUsable).flatMap(({ secrets }) => secrets);
  if (needed.length === 0) return work({ options, output });
  const opened = await open(local, needed[0] ?? "");
  if ("missing" in opened) return work({ options: { ...options, secrets: opened }, output });
  const { trySecrets } = opened;
  try {
    return await work({
      options: {
        ...options,
        secrets: (names, tool) => trySecrets.forTry({ names, tool, actor: atTerminal() }),
      },
      output: {
        print: (line) => output.print(trySecrets.hide(line)),
        tell: (line) => output.tell(trySecrets.hide(line)),
      },
    });
  } finally {
    await opened.close();
  }
}

async function open(
  { environment }: LocalSkills,
  name: string,
): Promise<CommandSession | { readonly missing: string }> {
  if (environment.databaseUrl === undefined && !existsSync(toClusterHome(environment.dataDir)))
    return {
      missing: `There is no vault here yet: ${ownCommand()} vault set ${name} --tools TOOL makes one and stores it.`,
    };
  try {
    return await openSession("client");
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { missing: `The vault cannot be opened: ${error.message}` };
  }
}
