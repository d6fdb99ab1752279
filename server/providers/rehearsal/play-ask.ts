import type { Json } from "../../contract/json.ts";
import type { Situation } from "./read-situation.ts";
import type { RehearsalTurn } from "./rehearsal-prompt.ts";

const whom = "(?:me|us|the (?:user|person|human|customer|requester)|a (?:person|human)|someone|somebody)";
const askPattern = new RegExp(`\\bask ${whom}\\b`, "i");
/** From the asking to what is to be done after it. */
const askClause = new RegExp(
  `\\bask ${whom}\\b.*?(?:,\\s*(?:and\\s+)?then\\s+|\\band then\\s+|;\\s*|(?=[.!?]*$))`,
  "i",
);
const negation = /\b(?:do not|don't|never|without|no need to)\b/i;
/** "When something is unclear, ask the person" tells nobody to ask now. */
const condition = /\b(?:if|when|whenever|unless|only|may|can)\b|\bin doubt\b/i;

/** Asks the person, once, when task or persona tells it to. */
export function playAsk({ task, persona, tools, past }: Situation): RehearsalTurn | undefined {
  if (!tools.some(({ name }) => name === "ask_user") || past.some(({ name }) => name === "ask_user"))
    return undefined;
  const sentence = sentenceToAsk(task) ?? sentenceToAsk(persona);
  if (sentence === undefined) return undefined;
  const question: Json = { question: toQuestion(sentence), header: "Before I start", ...toOptions(sentence) };
  return {
    text: "One thing has to be settled first, so I ask.",
    calls: [{ name: "ask_user", input: { questions: [question] } }],
  };
}

/** The sentence that tells to ask, if one does. */
function sentenceToAsk(text: string): string | undefined {
  return sentencesOf(text).find((sentence) => {
    const at = sentence.search(askPattern);
    if (at < 0) return false;
    const before = sentence.slice(0, at);
    return (
      !negation.test(before) &&
      !condition.test(before) &&
      !/\b(?:unclear|in doubt|necessary|needed|missing)\b/i.test(sentence)
    );
  });
}

/** The text without what it tells to ask: for those further down, who should not ask the same again. */
export function withoutAsking(text: string): string {
  const asking = sentencesOf(text).filter((sentence) => askPattern.test(sentence));
  const rest = asking.reduce((left, sentence) => left.replace(sentence, withoutClause(sentence)), text);
  const plain = rest.replace(/[ \t]{2,}/g, " ").trim();
  // Where asking was the whole task, finding out is what is left of it.
  return plain || text.replace(askPattern, "find out");
}

/** "Ask me which one, then go on." leaves "Go on."; "Before you start, ask me." leaves nothing. */
function withoutClause(sentence: string): string {
  const rest = sentence
    .replace(askClause, "")
    .replace(/^(?:please|first|and|then)[, ]+/i, "")
    .trim();
  return /^(?:before|first)\b/i.test(rest) || (rest.match(/\p{L}+/gu) ?? []).length < 2 ? "" : capital(rest);
}

/** What the person answered, on one line; undefined when nothing was asked or nothing came back. */
export function answerOf({ past }: Situation): string | undefined {
  const asked = past.find(({ name, isError }) => name === "ask_user" && !isError);
  if (!asked) return undefined;
  const replies = [...asked.text.matchAll(/^(?:Chosen|Answer|In their words): (.+)$/gm)].map(
    (match) => match[1] ?? "",
  );
  const text = replies.length > 0 ? replies.join("; ") : asked.text;
  return text.replace(/\s+/g, " ").trim().slice(0, 500);
}

function sentencesOf(text: string): readonly string[] {
  return text.match(/[^.!?\n]+[.!?]*/g)?.map((sentence) => sentence.trim()) ?? [];
}

function toQuestion(sentence: string): string {
  const asked = sentence.slice(sentence.search(askPattern)).replace(askPattern, "");
  const clause =
    asked
      .replace(/^\s*(?:first|then|before(?: \w+ing)?)?[,:]?\s*/i, "")
      .split(/\bbefore\b|,\s*(?:then|and then|and|before)\b|\band then\b|;/i)[0] ?? "";
  const plain = clause.replace(/[.!?\s]+$/, "").trim();
  if (/^(?:which|what|who|how|where|when|why)\b/i.test(plain)) return `${capital(plain)}?`;
  if (/^(?:whether|if)\b/i.test(plain)) return `Please decide: ${plain}?`;
  if (/^(?:for|about|to)\b/i.test(plain))
    return `What should I know ${plain.replace(/^(?:for|about|to)\b/i, "about")}?`;
  return "What matters most to you in this task?";
}

/** "whether to use the mean or the median" offers two options. */
function toOptions(sentence: string): { readonly options?: Json } {
  const choice = /\b(?:whether|if)\s+(?:to\s+)?(.+?),?\s+or\s+(.+?)[.!?\s]*$/i.exec(
    sentence.split(/\bbefore\b/i)[0] ?? "",
  );
  const labels = [choice?.[1], choice?.[2]].map((label) => label?.trim().slice(0, 100));
  if (!labels[0] || !labels[1] || /^not$/i.test(labels[1])) return {};
  return { options: labels.map((label) => ({ label: capital(label ?? ""), description: "" })) };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
