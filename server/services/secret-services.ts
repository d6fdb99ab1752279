import type { AnswerOutcome } from "../contract/api.ts";
import { AppError } from "../contract/app-error.ts";
import type { WaitId } from "../contract/ids.ts";
import { type GiveSecretInput, STORED_ANSWER } from "../contract/secrets.ts";
import type { Services } from "../contract/services.ts";
import { giveSecret } from "../store/secrets/secret-prompts.ts";
import type { SecretStore } from "../store/secrets/secret-store.ts";
import type { AnswerWaitDeps } from "./answer-wait.ts";

export interface SecretServicesDeps extends AnswerWaitDeps {
  readonly secrets: SecretStore;
  /** Encrypts everything anew; resolves with how many values there were. */
  changeKey(newKey: string | undefined, actor: string): Promise<{ readonly count: number }>;
}

type SecretServices = Pick<
  Services,
  "listSecrets" | "saveSecret" | "removeSecret" | "giveSecret" | "changeKey"
>;

const PERSON = "A person";

/** The vault as people see it: names, places and uses. A value goes in and never comes out. */
export function createSecretServices(deps: SecretServicesDeps): SecretServices {
  const { secrets } = deps;
  return {
    listSecrets: () => secrets.list(),
    async saveSecret(input, actor = PERSON) {
      await secrets.save(input, actor);
      deps.rulesChanged();
    },
    async removeSecret(name, actor = PERSON) {
      await secrets.remove(name, actor);
      deps.rulesChanged();
    },
    giveSecret: (input, actor = PERSON) => give(deps, input, actor),
    async changeKey(newKey, actor = PERSON) {
      const changed = await deps.changeKey(newKey, actor);
      deps.rulesChanged();
      return changed;
    },
  };
}

async function give(deps: SecretServicesDeps, input: GiveSecretInput, actor: string): Promise<AnswerOutcome> {
  const waitId = input.waitId as WaitId;
  const wait = await deps.waits.read(waitId);
  if (!wait?.secret) throw new AppError("not_found", "Nobody asks for a secret here.");
  const { name, description } = wait.secret;
  const { tools, hosts, value } = input;
  const save = await deps.secrets.prepare({ name, description, tools, hosts, value }, actor);
  const taken = await giveSecret(deps.database, { waitId, save, actor });
  if (!taken) {
    const now = await deps.waits.read(waitId);
    if (!now?.answer) throw new AppError("conflict", "Nobody waits for this secret any more.");
    return { isAccepted: false, answer: now.answer };
  }
  // Before the session goes on: what it does next may need the secret.
  deps.rulesChanged();
  deps.onCommit(taken.events);
  if (taken.wake) await deps.wakeAnywhere([taken.wake]);
  return { isAccepted: true, answer: STORED_ANSWER };
}
