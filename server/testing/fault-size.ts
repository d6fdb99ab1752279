/**
 * How much the fault tests do: `short` belongs to `npm test`, `full` is what `npm run test:faults` asks for with `FAULTS=full`.
 */
// biome-ignore lint/style/noProcessEnv: a setting of the tests, not of OpenHive
export const faultSize: "short" | "full" = process.env["FAULTS"] === "full" ? "full" : "short";
