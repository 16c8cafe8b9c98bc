import { useEffect, useRef } from "react";

/**
 * For a field whose value is looked up once it was chosen: whoever sends its form before that sends it when the value is
 * there. `field` is its element; `lookUp` looks something up and says whether somebody tried to go on meanwhile, and
 * `goOn` lets them as soon as the next value stands.
 */
export function usePendingLookup(value: object | null) {
  const field = useRef<HTMLInputElement>(null);
  const isSubmitPending = useRef(false);
  useEffect(() => {
    if (value && isSubmitPending.current) field.current?.form?.requestSubmit();
    isSubmitPending.current = false;
  }, [value]);
  const lookUpHoldingSubmit = async <T>(search: () => Promise<T>): Promise<{ found: T; triedToSubmit: boolean }> => {
    const releaseSubmit = holdSubmit(field.current?.form);
    const found = await search();
    return { found, triedToSubmit: releaseSubmit() };
  };
  const submitWhenReady = () => {
    isSubmitPending.current = true;
  };
  return { field, lookUpHoldingSubmit, submitWhenReady };
}

/** Keeps a form from being sent. Gives back how to let go of it, which says whether somebody tried meanwhile. */
function holdSubmit(form: HTMLFormElement | null | undefined): () => boolean {
  let triedToSubmit = false;
  const blockSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    // React hears of it farther up.
    event.stopPropagation();
    triedToSubmit = true;
  };
  form?.addEventListener("submit", blockSubmit);
  return () => {
    form?.removeEventListener("submit", blockSubmit);
    return triedToSubmit;
  };
}
