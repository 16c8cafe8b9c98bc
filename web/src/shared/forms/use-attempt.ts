import { useState } from "react";
import { isProblem } from "../api/api-error.ts";
import { errorText } from "../api/error-text.ts";

/** What to say where the server gave no sentence; two of them where a plain no and a call that broke are told apart. */
export type Fallback = string | readonly [refused: string, broken: string];

/** Runs the calls of a form one at a time and holds the message of the last failure, worded by `fetchText`. */
export function useAttempt(textOf = errorText) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  /** Tells whether the work was done; where the server gave no sentence, the fallback becomes the message. */
  const attempt = async (fallback: Fallback, work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    const failure = await work().then(
      () => undefined,
      (reason: unknown) => textOf(reason, fallbackFor(reason, fallback)),
    );
    setError(failure);
    setBusy(false);
    return failure === undefined;
  };
  return { busy, error, setError, attempt };
}

function fallbackFor(reason: unknown, fallback: Fallback): string {
  if (typeof fallback === "string") return fallback;
  return isProblem(reason, "refused") ? fallback[0] : fallback[1];
}
