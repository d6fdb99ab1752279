import { validate } from "uuid";

/** Whether a text from outside can be the id of a row at all. What cannot is not found; it never reaches a statement. */
export function isId(text: string): boolean {
  return validate(text);
}
