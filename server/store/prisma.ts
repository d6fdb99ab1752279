import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "../../prisma/generated/client.ts";
import { toOutage } from "./to-outage.ts";

export type Prisma = PrismaClient;

/**
 * Prisma over a small pool of its own: everything that is not the hot path. What it rejects with is a `StoreUnavailableError`
 * where the database cannot be used now.
 */
export function createPrisma(url: string, applicationName: string): Prisma {
  const prisma = new PrismaClient({
    adapter: new PrismaPg({ connectionString: url, application_name: applicationName, max: 4 }),
  });
  const told = prisma.$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((error: unknown) => {
          throw toOutage(error);
        }),
    },
  });
  // What the extension changes are rejections alone.
  return told as unknown as Prisma;
}
