import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { noteAnswer, tryConnection } from "./connection.ts";
import { isConnectionError, isRefusal, isUnavailable } from "./error-text.ts";

/**
 * The cache of what the server said. Works without the internet: OpenHive usually runs on the reader's own machine,
 * so only a server that does not answer counts as offline.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (!isConnectionError(error)) noteAnswer();
    // What is missing, if anything is, its health says: one request alone may fail on its way.
    if (isConnectionError(error) || isUnavailable(error)) void tryConnection();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError, onSuccess: noteAnswer }),
    mutationCache: new MutationCache({ onError, onSuccess: noteAnswer }),
    defaultOptions: {
      queries: {
        networkMode: "always",
        staleTime: 2_000,
        retry: (failures, error) => failures < 2 && !isRefusal(error),
        retryDelay: (attempt) => Math.min(300 * 2 ** attempt, 2_000),
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}
