import { useState } from "react";
import { errorText } from "#shared/error-text.ts";

/** Runs the calls of a form one at a time and holds the message of the last failure. */
export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  /** Tells whether the work was done; where the server gave no sentence, the fallback becomes the message. */
  const attempt = async (fallback: string, work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    const failure = await work().then(
      () => undefined,
      (reason: unknown) => errorText(reason, fallback),
    );
    setError(failure);
    setBusy(false);
    return failure === undefined;
  };
  return { busy, error, setError, attempt };
}
