import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "acorn";

/**
 * Puts the modules of every script of a folder into parentheses: a browser then compiles a module as its script comes, beside the page's
 * thread. Without, it reads each module twice, the second time on that thread, when it is called. Nearly every module of a page that
 * is opened is called at once. Decision 52.
 */
export async function markModules(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const scripts = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".js"));
  for (const { parentPath, name } of scripts) {
    const file = join(parentPath, name);
    const source = await readFile(file, "utf8");
    const marked = markModulesOf(source);
    if (marked !== source) await writeFile(file, marked);
  }
}

/** The same script, its modules in parentheses. One that registers no modules, or that cannot be read, stays as it is. */
export function markModulesOf(source) {
  let marked = "";
  let done = 0;
  for (const { start, end } of listModules(source)) {
    marked += `${source.slice(done, start)}(${source.slice(start, end)})`;
    done = end;
  }
  return marked + source.slice(done);
}

/** A script of Turbopack is one call, `TURBOPACK.push([script, name, module, name, module, ...])`; its modules are functions. */
function listModules(source) {
  return readStatements(source)
    .map(({ expression }) => expression)
    .filter((call) => call?.type === "CallExpression" && call.callee.property?.name === "push")
    .flatMap((call) => call.arguments[0]?.elements ?? [])
    .filter((element) => FUNCTIONS.has(element?.type));
}

const FUNCTIONS = new Set(["ArrowFunctionExpression", "FunctionExpression"]);

/** None of a script whose grammar is newer than what is known here: it only loads as it would anyway. */
function readStatements(source) {
  try {
    return parse(source, { ecmaVersion: "latest", preserveParens: true }).body;
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
