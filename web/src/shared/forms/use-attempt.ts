import { useState } from "react";
import { isProblem } from "../api/api-error.ts";
import { errorText } from "../api/error-text.ts";

/** Fallback message; or two, for a rejected call and for a failed one. */
export type Fallback = string | readonly [refused: string, broken: string];

/** Runs the calls of a form one at a time and holds the message of the last error, worded by `formatError`. */
export function useAttempt(formatError = errorText) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  /** Resolves to true on success; without a message from the server, the fallback is shown. */
  const attempt = async (fallback: Fallback, work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    const failure = await work().then(
      () => undefined,
      (reason: unknown) => formatError(reason, fallbackFor(reason, fallback)),
    );
    setError(failure);
    setBusy(false);
    return failure === undefined;
  };
  return {
    busy,
    error,
    setError,
    attempt,
  };
}

function fallbackFor(reason: unknown, fallback: Fallback): string {
  if (typeof fallback === "string") return fallback;
  return isProblem(reason, "refused") ? fallback[0] : fallback[1];
}
