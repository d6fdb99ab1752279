// The import fences of ARCHITECTURE.md. bin/check-fences.mjs runs them; bin/check-fences.test.ts sees each one bite.
const FEATURE = "tools|skills|mcp|toolboxes|policy|delegation|providers|store|events|jobs|metrics|security";
const TEST =
  "\\.test\\.tsx?$|(^|/)testing/|(^|/)test-document\\.ts$|^e2e/|^bench/|^(vitest|playwright)\\.config\\.ts$";
const PRODUCT = "^(app|server|packages)/";

/** A folder that may import only what `allowed` matches, and nothing of Node's. */
const pure = ({ name, folder, allowed, comment }) => ({
  name,
  severity: "error",
  comment,
  from: { path: `^server/${folder}/`, pathNot: TEST },
  to: { pathNot: `^server/(${allowed})/|^node_modules/zod/` },
});

/** A package that only the folders `home` may import. */
const keptIn = ({ name, target, home, comment }) => ({
  name,
  severity: "error",
  comment,
  from: { path: PRODUCT, pathNot: `^server/(${home})/|${TEST}` },
  to: { path: target },
});

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      comment: "Move what both need into a third file.",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-orphans",
      severity: "error",
      comment: "Delete it, or wire it in server/container.ts.",
      from: {
        path: PRODUCT,
        orphan: true,
        pathNot: `${TEST}|\\.d\\.ts$|^app/.*/(page|layout|route|error|loading|not-found)\\.tsx?$`,
      },
      to: {},
    },
    pure({
      name: "contract-is-a-leaf",
      folder: "contract",
      allowed: "contract",
      comment: "The browser reads contract/: it imports zod alone.",
    }),
    pure({
      name: "engine-is-pure",
      folder: "engine",
      allowed: "engine|contract",
      comment: "Ask for a port in server/engine/ports.ts.",
    }),
    pure({
      name: "policy-is-pure",
      folder: "policy",
      allowed: "policy|engine|contract",
      comment: "A policy decides from facts it is handed.",
    }),
    {
      name: "features-do-not-meet",
      severity: "error",
      comment: "Declare a port in your own folder; server/container.ts wires it.",
      from: { path: `^server/(${FEATURE})/`, pathNot: TEST },
      to: { path: `^server/(${FEATURE})/`, pathNot: ["^server/$1/", "^server/security/"] },
    },
    {
      name: "features-know-no-service",
      severity: "error",
      comment: "Services use features, never the other way round.",
      from: { path: `^server/(${FEATURE}|engine|contract)/`, pathNot: TEST },
      to: { path: "^server/services/" },
    },
    {
      name: "features-know-no-delivery",
      severity: "error",
      comment:
        "What delivers (tRPC, pages, command line) knows features; features never know what delivers them.",
      from: { path: `^(server/(${FEATURE}|engine|contract|services)|packages)/`, pathNot: TEST },
      to: {
        path: "^(app|e2e)/|^server/(trpc|cli|container|shared-container)|^node_modules/(@trpc|next|react|react-dom)/",
      },
    },
    {
      name: "environment-is-handed-in",
      severity: "error",
      comment: "Take what you need as an option; server/env.ts is read where a process starts.",
      from: { path: `^server/(${FEATURE}|engine|contract|services|trpc)/`, pathNot: TEST },
      to: { path: "^server/env\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "routers-stay-thin",
      severity: "error",
      comment: "A router parses input and calls one service.",
      from: { path: "^server/trpc/routers/", pathNot: TEST },
      to: { path: `^server/(${FEATURE}|engine)/` },
    },
    keptIn({
      name: "database-only-in-store",
      target: "^prisma/generated/|^node_modules/(@prisma/|pg/)",
      home: "store",
      comment: "Ask for a port and implement it in server/store/.",
    }),
    keptIn({
      name: "queue-only-in-jobs",
      target: "^node_modules/pg-boss/",
      home: "jobs",
      comment: "Jobs are enqueued through server/jobs/.",
    }),
    keptIn({
      name: "mcp-sdk-only-in-mcp",
      target: "^node_modules/@modelcontextprotocol/",
      home: "mcp",
      comment: "Everything else sees MCP servers as tool sources.",
    }),
    keptIn({
      name: "model-sdk-only-in-providers",
      target: "^node_modules/(ai|openai|@anthropic-ai|@google|@ai-sdk)/",
      home: "providers",
      comment: "Everything else sees the ModelPort.",
    }),
    {
      name: "browser-imports-contract-only",
      severity: "error",
      comment: "Ask the API. What pages need to know of the server is in server/contract/.",
      from: { path: "^app/", pathNot: `^app/api/|/(page|layout)\\.tsx$|${TEST}` },
      to: { path: "^server/", pathNot: "^server/contract/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "not-to-test",
      severity: "error",
      comment: "The product does not import its tests.",
      from: { pathNot: TEST },
      to: { path: TEST },
    },
    {
      name: "no-dev-dependency-in-product",
      severity: "error",
      comment: "Move the package to dependencies.",
      from: { path: PRODUCT, pathNot: TEST },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "imports-exist",
      severity: "error",
      comment: "Correct the path, or add the package to package.json.",
      from: { path: PRODUCT },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^prisma/generated/.*/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      conditionNames: ["import", "node", "default", "types"],
      exportsFields: ["exports"],
    },
  },
};
