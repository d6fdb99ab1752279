"use client";

import { useEffect, useEffectEvent, useState } from "react";

/** How long the typing rests before it is asked for, in milliseconds. */
const REST = 250;

/**
 * What stands in a search field whose search is kept elsewhere. What is typed stays, and is asked for once the typing rests or the
 * field is left: a search that is asked for later would take the place of where the reader went meanwhile. Where the search became
 * another one by something else (Back, "Show all runs"), the field follows it.
 */
export function useTypedSearch(shown: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(shown);
  const [asked, setAsked] = useState(shown);
  const [seen, setSeen] = useState(shown);
  if (shown !== seen) {
    setSeen(shown);
    if (shown !== asked) {
      setAsked(shown);
      setText(shown);
    }
  }
  const ask = () => {
    if (text === asked) return;
    setAsked(text);
    onSearch(text);
  };
  const askAtRest = useEffectEvent(ask);
  useEffect(() => {
    if (text === asked) return;
    const timer = setTimeout(askAtRest, REST);
    return () => clearTimeout(timer);
  }, [text, asked]);
  return { text, setText, ask };
}
