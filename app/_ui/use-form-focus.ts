import { type KeyboardEvent, type RefObject, useEffect } from "react";

/**
 * Puts the focus on a form that the reader came for: on its first choice, or on the form itself where it begins with a text. There single
 * keys go on acting (J goes to the next request) where a text would take them as its letters. Returns what the form does with a key: Enter on
 * the form goes into its first field.
 */
export function useFormFocus(
  form: RefObject<HTMLFormElement | null>,
  isFocused: boolean,
): (event: KeyboardEvent<HTMLFormElement>) => void {
  useEffect(() => {
    if (!isFocused) return;
    const choice = form.current?.querySelector<HTMLElement>("input[type=radio], input[type=checkbox]");
    (choice ?? form.current)?.focus();
  }, [form, isFocused]);
  return (event) => {
    if (event.key !== "Enter" || event.target !== event.currentTarget) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>("input, textarea")?.focus();
  };
}
