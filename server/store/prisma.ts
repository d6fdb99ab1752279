import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "../../prisma/generated/client.ts";

export type Prisma = PrismaClient;

/** Prisma over a small pool of its own: everything that is not the hot path. */
export function createPrisma(url: string, applicationName: string): Prisma {
  return new PrismaClient({
    adapter: new PrismaPg({ connectionString: url, application_name: applicationName, max: 4 }),
  });
}
