import { useEffect, useRef } from "react";

/**
 * For a field whose value is looked up once it was chosen: whoever sends its form before that sends it when the value is
 * there. `field` is its element; `lookUp` looks something up and says whether somebody tried to go on meanwhile, and
 * `goOn` lets them as soon as the next value stands.
 */
export function useGoingOn(value: object | null) {
  const field = useRef<HTMLInputElement>(null);
  const waiting = useRef(false);
  useEffect(() => {
    if (value && waiting.current) field.current?.form?.requestSubmit();
    waiting.current = false;
  }, [value]);
  const lookUp = async <T>(look: () => Promise<T>): Promise<{ found: T; tried: boolean }> => {
    const letGo = holdSubmit(field.current?.form);
    const found = await look();
    return { found, tried: letGo() };
  };
  const goOn = () => {
    waiting.current = true;
  };
  return { field, lookUp, goOn };
}

/** Keeps a form from being sent. Gives back how to let go of it, which says whether somebody tried meanwhile. */
function holdSubmit(form: HTMLFormElement | null | undefined): () => boolean {
  let tried = false;
  const hold = (event: SubmitEvent) => {
    event.preventDefault();
    // React hears of it farther up.
    event.stopPropagation();
    tried = true;
  };
  form?.addEventListener("submit", hold);
  return () => {
    form?.removeEventListener("submit", hold);
    return tried;
  };
}
