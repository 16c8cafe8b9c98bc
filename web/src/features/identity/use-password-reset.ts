import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { loadPart } from "#shared/load-part.ts";
import { type Reset, resetProblem } from "./reset-rules.ts";
import { useCodeStep } from "./use-code-step.ts";
import { useSentCode } from "#shared/forms/use-sent-code.ts";

const calls = () => loadPart("recovery", () => import("./recovery.ts"));
const send = async (email: string) => (await calls()).sendResetCode(email);

/** The two steps of choosing a new password. The e-mail is the one typed at the login, and is found there again. */
export function usePasswordReset() {
  const { t } = useLingui();
  const [{ email: typed }, change] = useDraft("login", { email: "" });
  const { asked, goOn, goBack, leave } = useCodeStep();
  const [done, setDone] = useState(false);
  const { busy, error, setError, attempt } = useAttempt();
  const email = typed.trim();
  const code = useSentCode({ purpose: "password-reset", email, send, attempt });

  const changeEmail = (next: string) => {
    setError(undefined);
    change({ email: next });
  };
  const ask = async () => {
    setError(email === "" ? t`Please enter your email address` : undefined);
    if (email !== "" && (await code.sendFirst())) goOn();
  };
  const reset = async (wish: Reset) => {
    const problem = resetProblem(wish);
    setError(problem);
    const { code: otp, password } = wish;
    if (problem !== undefined || otp === undefined) return;
    const work = async () => (await calls()).resetPassword(email, otp, password);
    const failed = [t`Failed to reset password`, t`Failed to reset password. Please try again.`] as const;
    if (!(await attempt(failed, work))) return;
    code.use();
    leave();
    setDone(true);
  };
  const back = () => {
    setError(undefined);
    goBack();
  };
  const atCode = asked && email !== "";
  const step = done ? "done" : atCode ? "code" : "email";
  return { step, typed, email, code, changeEmail, busy, error, ask, reset, back };
}
