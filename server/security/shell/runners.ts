import { withoutOptions } from "./option-values.ts";
import { nameOf, type ShellCommand } from "./shell-command.ts";

/** Programs that start another one in an environment of theirs: the word it follows, and how many words stand between. */
const RUNNERS: ReadonlyMap<string, readonly [RegExp, number?]> = new Map<string, readonly [RegExp, number?]>([
  ["npm", [/^(exec|x)$/]],
  ["pnpm", [/^exec$/]],
  ["yarn", [/^exec$/]],
  ["bundle", [/^exec$/]],
  ["poetry", [/^run$/]],
  ["pipenv", [/^run$/]],
  ["uv", [/^run$/]],
  ["pdm", [/^run$/]],
  ["hatch", [/^run$/]],
  ["rye", [/^run$/]],
  ["pixi", [/^run$/]],
  ["conda", [/^run$/]],
  ["mamba", [/^run$/]],
  ["micromamba", [/^run$/]],
  ["mise", [/^(exec|x)$/]],
  ["asdf", [/^exec$/]],
  ["rbenv", [/^exec$/]],
  ["pyenv", [/^exec$/]],
  ["nodenv", [/^exec$/]],
  ["direnv", [/^exec$/, 1]],
  ["op", [/^run$/]],
  ["doppler", [/^run$/]],
  ["infisical", [/^run$/]],
  ["aws-vault", [/^exec$/, 1]],
  ["devbox", [/^run$/]],
  ["opam", [/^exec$/]],
  ["stack", [/^exec$/]],
  ["cabal", [/^exec$/]],
  ["dune", [/^exec$/]],
  ["rustup", [/^run$/, 1]],
  ["coverage", [/^exec$/]],
]);

/** The command that a runner such as `poetry run` or `npm exec --` starts; undefined where it starts none. */
export function unwrapRunner(command: ShellCommand): ShellCommand | undefined {
  const name = nameOf(command) ?? "";
  const [action, between = 0] = RUNNERS.get(name) ?? [];
  if (action === undefined) return undefined;
  const { words } = command;
  const start = words.findIndex(({ value }, index) => index > 0 && action.test(value ?? ""));
  const isFirst = words.slice(1, start).every(({ value }) => value?.startsWith("-") === true);
  if (start < 0 || !isFirst) return undefined;
  const rest = withoutOptions(words.slice(start + 1), "np").slice(between);
  const inner = rest[0]?.value === "--" ? rest.slice(1) : rest;
  // `npm exec -c TEXT` has no words of its own.
  return inner.length === 0 ? undefined : { ...command, words: inner, wrappers: [...command.wrappers, name] };
}
