import { useState } from "react";
import { isProblem } from "../api-error.ts";
import { errorText } from "../error-text.ts";

type TextOf = (error: unknown, fallback: string) => string;

/** Runs the calls of a form one at a time and holds the message of the last failure, worded by `textOf`. */
export function useAttempt(textOf: TextOf = formErrorText) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  /** Tells whether the work was done; where the server gave no sentence, the fallback becomes the message. */
  const attempt = async (fallback: string, work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    const failure = await work().then(
      () => undefined,
      (reason: unknown) => textOf(reason, fallback),
    );
    setError(failure);
    setBusy(false);
    return failure === undefined;
  };
  return { busy, error, setError, attempt };
}

/** As errorText, but of a field that was refused the server's sentence on that field, which says more. */
function formErrorText(error: unknown, fallback: string): string {
  const [onField] = isProblem(error, "invalid_input") ? Object.values(error.fields) : [];
  return onField ?? errorText(error, fallback);
}
