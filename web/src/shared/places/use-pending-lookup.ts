import { useEffect, useRef } from "react";

/**
 * Delays submitting a form while the value of a field is being looked up. `field` is its element; `lookUpHoldingSubmit` runs
 * a lookup and resolves to whether the user tried to submit during it, and `submitWhenReady` submits once the next value is set.
 */
export function usePendingLookup(value: object | null) {
  const field = useRef<HTMLInputElement>(null);
  const isSubmitPending = useRef(false);
  useEffect(() => {
    if (value && isSubmitPending.current) field.current?.form?.requestSubmit();
    isSubmitPending.current = false;
  }, [value]);
  const lookUpHoldingSubmit = async <T>(
    search: () => Promise<T>,
  ): Promise<{
    result: T;
    triedToSubmit: boolean;
  }> => {
    const releaseSubmit = holdSubmit(field.current?.form);
    const result = await search();
    return { result, triedToSubmit: releaseSubmit() };
  };
  const submitWhenReady = () => {
    isSubmitPending.current = true;
  };
  return {
    field,
    lookUpHoldingSubmit,
    submitWhenReady,
  };
}

/** Blocks a form from submitting. Returns a function that releases it and returns whether the user tried to submit. */
function holdSubmit(form: HTMLFormElement | null | undefined): () => boolean {
  let triedToSubmit = false;
  const blockSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    // Before React's own listener further up.
    event.stopPropagation();
    triedToSubmit = true;
  };
  form?.addEventListener("submit", blockSubmit);
  return () => {
    form?.removeEventListener("submit", blockSubmit);
    return triedToSubmit;
  };
}
