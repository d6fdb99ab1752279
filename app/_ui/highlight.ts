import {
  createCssVariablesTheme,
  createHighlighterCore,
  type HighlighterCore,
  type ThemedToken,
} from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { ownValue } from "@/server/contract/own-value.ts";

/** Languages that agents write, each loaded when a text first needs it. */
const LANGUAGES = {
  bash: () => import("shiki/langs/bash.mjs"),
  css: () => import("shiki/langs/css.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  javascript: () => import("shiki/langs/javascript.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  markdown: () => import("shiki/langs/markdown.mjs"),
  python: () => import("shiki/langs/python.mjs"),
  sql: () => import("shiki/langs/sql.mjs"),
  typescript: () => import("shiki/langs/typescript.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
};
type Language = keyof typeof LANGUAGES;

const OTHER_NAMES: Readonly<Record<string, Language>> = {
  sh: "bash",
  shell: "bash",
  js: "javascript",
  jsx: "javascript",
  md: "markdown",
  py: "python",
  ts: "typescript",
  tsx: "typescript",
  yml: "yaml",
};

/** Characters of the longest text that is coloured: more takes longer than a glance is worth. */
const LONGEST = 20_000;
const THEME = "openhive";

let highlighter: Promise<HighlighterCore> | undefined;

function open(): Promise<HighlighterCore> {
  highlighter ??= createHighlighterCore({
    // Its inks are the page's own, so that both themes follow by themselves.
    themes: [createCssVariablesTheme({ name: THEME, variablePrefix: "--code-", fontStyle: false })],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  return highlighter;
}

function languageOf(name: string): Language | undefined {
  const lower = name.toLowerCase();
  if (Object.hasOwn(LANGUAGES, lower)) return lower as Language;
  return ownValue(OTHER_NAMES, lower);
}

/** The text cut into pieces of one ink, line by line; undefined where the language is not known or the text is too long. */
export async function highlight(
  code: string,
  languageName: string,
): Promise<readonly (readonly Pick<ThemedToken, "content" | "color" | "offset">[])[] | undefined> {
  const language = languageOf(languageName);
  if (language === undefined || code.length > LONGEST) return undefined;
  const core = await open();
  if (!core.getLoadedLanguages().includes(language)) await core.loadLanguage(LANGUAGES[language]());
  return core.codeToTokens(code, { lang: language, theme: THEME }).tokens;
}
