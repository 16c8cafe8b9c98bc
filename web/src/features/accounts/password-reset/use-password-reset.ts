import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { loadChunk } from "#shared/load-chunk.ts";
import { type PasswordResetValues, validatePasswordReset } from "./password-reset-rules.ts";
import { useCodeStep } from "../use-code-step.ts";
import { useSendCode } from "#shared/forms/use-send-code.ts";

const loadRecovery = () => loadChunk("recovery", () => import("../account-recovery.ts"));
const sendCode = async (email: string) => (await loadRecovery()).sendResetCode(email);

/** The two steps of choosing a new password. The e-mail is the one typed at the login, and is found there again. */
export function usePasswordReset() {
  const { t } = useLingui();
  const [{ email: typed }, change] = useDraft("login", { email: "" });
  const { isCodeStep: asked, goToCodeStep: goOn, goBack, leaveCodeStep: leave } = useCodeStep();
  const [done, setDone] = useState(false);
  const { busy, error, setError, attempt } = useAttempt();
  const email = typed.trim();
  const code = useSendCode({ purpose: "password-reset", email, send: sendCode, attempt });

  const changeEmail = (newEmail: string) => {
    setError(undefined);
    change({ email: newEmail });
  };
  const requestCode = async () => {
    setError(email === "" ? t`Please enter your email address` : undefined);
    if (email !== "" && (await code.sendFirst())) goOn();
  };
  const reset = async (values: PasswordResetValues) => {
    const problem = validatePasswordReset(values);
    setError(problem);
    const { code: typedCode, password } = values;
    if (problem !== undefined || typedCode === undefined) return;
    const callReset = async () => (await loadRecovery()).resetPassword(email, typedCode, password);
    const failureTexts = [t`Failed to reset password`, t`Failed to reset password. Please try again.`] as const;
    if (!(await attempt(failureTexts, callReset))) return;
    code.use();
    leave();
    setDone(true);
  };
  const back = () => {
    setError(undefined);
    goBack();
  };
  const isAtCode = asked && email !== "";
  const step = done ? "done" : isAtCode ? "code" : "email";
  return { step, typed, email, code, changeEmail, busy, error, ask: requestCode, reset, back };
}
