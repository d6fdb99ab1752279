import type { Command } from "commander";
import type { Output } from "./output.ts";

const load = () => import("./commands/vault-commands.ts");

/** `openhive vault`: secrets by name, and the key that encrypts them. Values come from standard input, never from an argument. */
export function defineVault(
  program: Command,
  { output, done }: { readonly output: Output; done(exitCode: number): void },
): void {
  const vault = program
    .command("vault")
    .description("keep secrets that agents may use by name, and change the key");
  vault
    .command("list")
    .description("names, where they may be used, and who used them last")
    .option("--json", "as JSON", false)
    .action(async (options) => done(await (await load()).listSecrets(options, output)));
  vault
    .command("set")
    .description("store a secret, or replace it; the value is read from standard input")
    .argument("<name>")
    .option("--description <text>", "what it is for")
    .option("--tools <name...>", "tools that may have it (names, or group:NAME)")
    .option("--hosts <host...>", "where tools may send it (api.example.com, *.example.com)")
    .option("--keep-value", "change its description and places alone", false)
    .option("--json", "as JSON", false)
    .action(async (name, options) => done(await (await load()).setSecret({ ...options, name }, output)));
  vault
    .command("remove")
    .description("forget a secret")
    .argument("<name>")
    .option("--json", "as JSON", false)
    .action(async (name, options) => done(await (await load()).removeSecret({ ...options, name }, output)));
  vault
    .command("rotate")
    .description(
      "encrypt everything anew with another key; where the key is configured, the new one is read from standard input",
    )
    .option("--json", "as JSON", false)
    .action(async (options) => done(await (await load()).rotateKey(options, output)));
}
