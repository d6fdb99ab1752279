import { AppError } from "../contract/app-error.ts";
import type { Services } from "../contract/services.ts";
import { isBuiltInId } from "../providers/describe-providers.ts";
import type { ProviderDirectory } from "../providers/model-directory.ts";
import type { ProviderStore } from "../store/settings/provider-store.ts";

type ProviderServices = Pick<Services, "listProviders" | "saveProvider" | "removeProvider">;

/** Providers of models: listed without keys, saved with keys that are never read back. */
export function createProviderServices(
  directory: ProviderDirectory,
  store: ProviderStore,
  changed: () => void,
): ProviderServices {
  return {
    listProviders: () => directory.describeProviders(),
    async saveProvider(input) {
      if (isBuiltInId(input.id))
        throw new AppError("invalid", `The id ${input.id} is built in. Add the provider under another name.`);
      await store.save(input);
      changed();
      const saved = (await directory.describeProviders()).find((provider) => provider.id === input.id);
      if (!saved) throw new AppError("not_found", "The provider was removed meanwhile.");
      return saved;
    },
    async removeProvider(id) {
      await store.remove(id);
      changed();
    },
  };
}
