import type { PriorDiscovery } from "@modelcontextprotocol/client";
import { z } from "zod";

/** Of what a server can do only this is asked for. */
const KNOWN_CAPABILITIES = ["tools"] as const;
const word = z.string().regex(/^[\w.-]{1,40}$/);

const discovered = z.object({
  supportedVersions: z
    .array(z.unknown())
    .transform((versions) => versions.slice(0, 20).flatMap((version) => word.safeParse(version).data ?? [])),
  capabilities: z.record(z.string(), z.unknown()).catch({}),
  resultType: word.optional().catch(undefined),
  cacheScope: word.optional().catch(undefined),
  ttlMs: z.number().optional().catch(undefined),
});

/**
 * Of what a server says of itself the little that its next start needs. The rest is the server's own text, of any length and with
 * whatever it was given in it: none of it is kept.
 */
export function toPrior(discover: unknown): PriorDiscovery {
  const found = discovered.safeParse(discover);
  if (!found.success) return { kind: "legacy" };
  const { capabilities, resultType, cacheScope, ttlMs, supportedVersions } = found.data;
  const kept = {
    supportedVersions,
    capabilities: Object.fromEntries(
      KNOWN_CAPABILITIES.flatMap((name) => (Object.hasOwn(capabilities, name) ? [[name, {}]] : [])),
    ),
    ...(resultType === undefined ? {} : { resultType }),
    ...(cacheScope === undefined ? {} : { cacheScope }),
    ...(ttlMs === undefined ? {} : { ttlMs }),
  };
  return { kind: "modern", discover: kept } as PriorDiscovery;
}
