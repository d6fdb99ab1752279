import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { focusAtEnd } from "./focus-at-end.ts";

/**
 * Where the focus goes in a form that a reader came for. Into its first field; or, for whoever walks from form to form by single keys, to its
 * first choice or the form itself: a text would take the next key as a letter of its own.
 */
export type FormFocus = "field" | "form";

/** Puts the focus there, once: as the form appears or as it is chosen. Returns what the form itself does with a key: Enter goes into its first field. */
export function useFormFocus(
  form: RefObject<HTMLFormElement | null>,
  focus: FormFocus | undefined,
): (event: KeyboardEvent<HTMLFormElement>) => void {
  const isTaken = useRef(false);
  useEffect(() => {
    if (focus === undefined || isTaken.current) return;
    isTaken.current = true;
    const first = form.current?.querySelector<HTMLElement>("input, textarea");
    const isText = first instanceof HTMLTextAreaElement;
    focusAtEnd(focus === "form" && isText ? form.current : first);
  }, [form, focus]);
  return (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    focusAtEnd(event.currentTarget.querySelector<HTMLElement>("input, textarea"));
  };
}
