import type { ContainerOptions } from "./container-options.ts";
import { createRunEventHub } from "./events/run-event-hub.ts";
import { openVault } from "./security/open-vault.ts";
import { rememberSecrets, type SecretRegister } from "./security/scrub/secret-register.ts";
import { createSecretDesk } from "./services/secret-desk.ts";
import { createArtifactStore } from "./store/artifacts/artifact-store.ts";
import { createDatabase } from "./store/database.ts";
import { createFrozenTextStore } from "./store/frozen-texts.ts";
import { createOrgStore } from "./store/orgs/org-store.ts";
import { createOrgVersionCache } from "./store/orgs/org-version-cache.ts";
import { createPrisma } from "./store/prisma.ts";
import { createRuleStore } from "./store/rules/rule-store.ts";
import { createToolboxStore } from "./store/rules/toolbox-store.ts";
import { createRunStarter } from "./store/runs/create-run.ts";
import { createEventLog } from "./store/runs/event-log.ts";
import { createSecretStore } from "./store/secrets/secret-store.ts";
import { createRunContexts } from "./store/sessions/run-contexts.ts";
import { createCanaryStore } from "./store/settings/canary-store.ts";
import { keepProviders } from "./store/settings/kept-providers.ts";
import { createMcpServerStore } from "./store/settings/mcp-server-store.ts";
import { createProviderStore } from "./store/settings/provider-store.ts";
import { BUILTIN_TOOLBOXES } from "./toolboxes/builtin-toolboxes.ts";

/** What is kept: the database, and what reads and writes it. */
export async function openStores(
  { environment, url, applicationName }: ContainerOptions,
  { secrets, onError }: { readonly secrets: SecretRegister; onError(error: unknown): void },
) {
  const database = createDatabase(url, applicationName);
  const prisma = createPrisma(url, applicationName);
  const opened = await openVault({
    dataDir: environment.dataDir,
    configuredKey: environment.encryptionKey,
    canary: createCanaryStore(database),
  });
  const vault = rememberSecrets(opened, secrets);
  const log = createEventLog(database);
  const rules = createRuleStore(database);
  const secretStore = createSecretStore({ database, secrets: vault });
  const toolboxes = createToolboxStore(database);
  await toolboxes.seed(BUILTIN_TOOLBOXES);
  return {
    database,
    prisma,
    vault,
    log,
    hub: createRunEventHub(log),
    orgs: createOrgStore({ prisma, database }),
    versions: createOrgVersionCache(database),
    contexts: createRunContexts(),
    createRun: createRunStarter(database),
    artifacts: createArtifactStore(database),
    frozenTexts: createFrozenTextStore(database),
    providers: keepProviders(createProviderStore({ prisma, database, secrets: vault })),
    servers: withHiddenErrors(createMcpServerStore(prisma, vault), secrets),
    rules,
    secretStore,
    secretDesk: createSecretDesk({
      read: rules.current,
      readAnew() {
        rules.changed();
        return rules.current();
      },
      decrypt: opened.decrypt,
      hide: secrets.add,
      noteUse: secretStore.noteUse,
      onError,
    }),
    toolboxes,
  };
}

/** What is kept. */
export type Stores = Awaited<ReturnType<typeof openStores>>;

/** A server that fails to start may print what it was given: what it said is kept and shown. */
function withHiddenErrors(
  servers: ReturnType<typeof createMcpServerStore>,
  { scrubber }: SecretRegister,
): ReturnType<typeof createMcpServerStore> {
  const hide = (error: string | null) => (error === null ? null : scrubber.text(error).value);
  return {
    ...servers,
    saveTools: (name, record) => servers.saveTools(name, { ...record, error: hide(record.error) }),
    saveError: (name, error) => servers.saveError(name, hide(error)),
  };
}
