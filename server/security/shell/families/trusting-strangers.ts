import { argumentsOf, hasOption, nameOf, operandsOf, type ShellCommand } from "../shell-command.ts";
import type { DenyFamily } from "./family.ts";

const PLAIN_ADDRESS = /^(--?[\w-]+=)?http:\/\//;
const PACKAGERS =
  /^(pip[\d.]*|pipx|uv|poetry|pdm|npm|pnpm|yarn|bun|gem|bundle|composer|cargo|easy_install|conda|mamba)$/;

/** What is fetched in the clear, or from whoever answers: anybody on the way may put something else in its place. */
function takesFromAnybody(command: ShellCommand): boolean {
  const values = argumentsOf(command);
  if (values.some((value) => /^--(trusted-host|allow-insecure-host)(=|$)/.test(value))) return true;
  return values.some(
    (value, index) =>
      PLAIN_ADDRESS.test(value) &&
      (/^--?[\w-]+=/.test(value) ||
        /^(-i|-f|--(index-url|extra-index-url|index|default-index|registry|source|repository|find-links|channel))$/.test(
          values[index - 1] ?? "",
        )),
  );
}

/** Programs that a runtime or a packager fetches from an address and starts. */
function runsFromAddress(command: ShellCommand): boolean {
  const name = nameOf(command) ?? "";
  const addresses = operandsOf(command).some((value) => /^(git\+)?https?:\/\//.test(value));
  if (/^(deno|bun|tsx|ts-node)$/.test(name))
    return addresses && !/^(info|add|cache|doc|fmt|lint|check)$/.test(operandsOf(command)[0] ?? "");
  return /^(npx|bunx|pnpx|uvx)$/.test(name) && addresses;
}

export const trustsStrangers: DenyFamily = {
  name: "trusting keys and sources that anybody may stand behind",
  matches(command) {
    const name = nameOf(command) ?? "";
    if (name === "apt-key")
      return !/^(list|finger|fingerprint|export|exportall)$/.test(operandsOf(command)[0] ?? "");
    if (name === "rpm" || name === "rpmkeys") return hasOption(command, "", ["import"]);
    if (name === "git")
      return argumentsOf(command).some((value) => /^url\..*\.(push)?insteadof(=|$)/i.test(value));
    if (/^(update-ca-certificates|update-ca-trust|trust|certutil)$/.test(name))
      return !/^(list|dump|-L)$/.test(argumentsOf(command)[0] ?? "");
    return (PACKAGERS.test(name) && takesFromAnybody(command)) || runsFromAddress(command);
  },
};
