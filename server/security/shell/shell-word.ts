import type { DoubleQuotedChild, Word, WordPart } from "unbash";

/** One word of a command as the shell will see it. */
export interface ShellWord {
  /** As it was written. */
  readonly text: string;
  /** What it comes to; undefined where only running it would tell. */
  readonly value: string | undefined;
  /** Whether it could turn out to be an option: it is unknown and nothing fixed stands in front. */
  readonly couldBeOption: boolean;
  /** Stands for the names of files that fit it. */
  readonly isPattern: boolean;
}

export interface ShellVariable {
  /** Undefined where only running the script would tell. */
  readonly value: string | undefined;
  /** Whether it is never an option, whatever it holds: it goes through a list of names. */
  readonly isOperand: boolean;
}

/** Variables that a script sets itself. Those that it does not set are not in it. */
export type ShellVariables = ReadonlyMap<string, ShellVariable>;

interface Piece {
  readonly value: string | undefined;
  readonly isQuoted: boolean;
  /** Split at white space when it is not quoted. */
  readonly isExpanded: boolean;
  /** Comes from outside the script, such as `$HOME` or `$1`, or out of a list of names. */
  readonly isName: boolean;
}

/** The words that one written word becomes: more than one where an expansion without quotes holds white space. */
export function resolveWord(word: Word, variables: ShellVariables): readonly ShellWord[] {
  const { text, parts } = word;
  const pieces = parts?.flatMap((part) => toPieces(part, { variables, isQuoted: false })) ?? [
    fixed(word.value),
  ];
  const isPattern = parts?.some(({ type }) => type === "Glob" || type === "ExtendedGlob") ?? false;
  if (pieces.some(({ value }) => value === undefined))
    return [{ text, value: undefined, couldBeOption: couldBeOption(pieces), isPattern }];
  return splitPieces(pieces).map((value) => ({ text, value, couldBeOption: false, isPattern }));
}

/** The value of a word that is not split, such as that of an assignment. */
export function textOf(word: Word, variables: ShellVariables): string | undefined {
  const pieces = word.parts?.flatMap((part) => toPieces(part, { variables, isQuoted: true }));
  if (pieces === undefined) return word.value;
  return pieces.some(({ value }) => value === undefined)
    ? undefined
    : pieces.map(({ value }) => value).join("");
}

interface Place {
  readonly variables: ShellVariables;
  readonly isQuoted: boolean;
}

const fixed = (value: string): Piece => ({ value, isQuoted: true, isExpanded: false, isName: false });
const UNKNOWN: Piece = { value: undefined, isQuoted: false, isExpanded: true, isName: false };

function toPieces(part: WordPart | DoubleQuotedChild, place: Place): readonly Piece[] {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [fixed(part.value)];
    case "Glob":
    case "ExtendedGlob":
      return [fixed(part.text)];
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.flatMap((child) => toPieces(child, { ...place, isQuoted: true }));
    case "SimpleExpansion":
      return [lookUp(part.text.slice(1), place)];
    case "ParameterExpansion":
      return part.prefix === undefined && part.index === undefined && part.operation === undefined
        ? [lookUp(part.parameter, place)]
        : [UNKNOWN];
    default:
      return [UNKNOWN];
  }
}

function lookUp(name: string, { variables, isQuoted }: Place): Piece {
  const known = variables.get(name);
  if (known)
    return {
      // A script that sets how words are split decides by that what a value comes to.
      value: isQuoted || !variables.has("IFS") ? known.value : undefined,
      isQuoted: isQuoted || known.isOperand,
      isExpanded: true,
      isName: known.isOperand,
    };
  if (name === "IFS") return { value: " ", isQuoted, isExpanded: true, isName: false };
  // The shell's own names of folders and people stay one word.
  const staysOne = /^(PWD|OLDPWD|HOME|USER|LOGNAME|HOSTNAME|TMPDIR|RANDOM|SECONDS|\$|\?|#)$/.test(name);
  return { value: undefined, isQuoted: isQuoted || staysOne, isExpanded: true, isName: true };
}

function couldBeOption(pieces: readonly Piece[]): boolean {
  const [first] = pieces;
  const isFixed = first?.value !== undefined && first.value !== "" && !first.value.startsWith("-");
  const staysOne = pieces.every(({ value, isQuoted }) => value !== undefined || isQuoted);
  if (isFixed) return !staysOne;
  // A value from outside, in quotes, is taken for what scripts hand on so: a name.
  const isOperand = pieces.every((piece) => piece.value !== undefined || (piece.isQuoted && piece.isName));
  return !(isOperand && !first?.value?.startsWith("-"));
}

function splitPieces(pieces: readonly Piece[]): readonly string[] {
  let words = [""];
  for (const { value = "", isQuoted, isExpanded } of pieces) {
    const [head = "", ...rest] = isExpanded && !isQuoted ? value.split(/[ \t\n]+/) : [value];
    words = [...words.slice(0, -1), `${words.at(-1)}${head}`, ...rest];
  }
  return words.length > 1 ? words.filter((word) => word !== "") : words;
}
