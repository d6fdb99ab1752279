const FORM = /\{\{secret:([A-Za-z][A-Za-z0-9_]{0,63})\}\}/;
const REFERENCE = new RegExp(FORM, "g");
const REFERENCE_HERE = new RegExp(FORM, "y");
/** Something that was meant to be a reference, well written or not. */
const ATTEMPT = /\{\{\s*secret:/;
/** A reference alone, or behind one word as in `Bearer {{secret:NAME}}`. */
const NOTHING_ELSE = new RegExp(`^(?:[A-Za-z]{1,12} )?${FORM.source}$`);

/** Whether the text holds `{{secret:NAME}}`, or something that was meant to be it. */
export function hasSecretReference(text: string): boolean {
  return ATTEMPT.test(text);
}

/** The names that the texts refer to, once each; undefined when one of the references cannot be read. */
export function secretNamesIn(texts: readonly string[]): readonly string[] | undefined {
  const names = new Set<string>();
  const rest = texts.map((text) =>
    text.replace(REFERENCE, (_whole, name: string) => {
      names.add(name);
      return "";
    }),
  );
  return rest.some((text) => ATTEMPT.test(text)) ? undefined : [...names];
}

/** Puts values in the place of references, in one pass: what a secret says is not looked through again. */
export function fillSecrets(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(REFERENCE, (whole, name: string) => values.get(name) ?? whole);
}

/** Whether the text says where its value comes from and nothing that would have to be kept from people. */
export function isReferenceOnly(text: string): boolean {
  return NOTHING_ELSE.test(text);
}

/** Whether a reference begins at this place of the text. */
export function isReferenceAt(text: string, index: number): boolean {
  REFERENCE_HERE.lastIndex = index;
  return REFERENCE_HERE.test(text);
}

/** What the text holds beside references. */
export function besideReferences(text: string): readonly string[] {
  // Names stand between the parts.
  return text.split(FORM).filter((part, index) => index % 2 === 0 && part !== "");
}
