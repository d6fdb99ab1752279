import { defineConfig } from "prisma/config";

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  // bin/prisma.mjs fills it in; commands that need no database never look at it.
  datasource: { url: process.env["DATABASE_URL"] ?? "postgresql://127.0.0.1/openhive" },
});
