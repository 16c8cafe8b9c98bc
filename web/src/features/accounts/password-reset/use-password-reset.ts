import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { useSendCode } from "#shared/forms/use-send-code.ts";
import { loadRecovery, useCodeStep } from "../page-steps.ts";
import { findPasswordProblem } from "@commonlane/contract/password";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { passwordProblemText } from "#shared/password/password-text.ts";

export interface PasswordResetValues {
  /** Undefined until all digits are entered. */
  code: string | undefined;
  password: string;
  confirmPassword: string;
}

/** First error of the form, in the order of the specification, or undefined if it can be sent. */
export function validatePasswordReset({
  code,
  password,
  confirmPassword,
}: PasswordResetValues): string | undefined {
  if (code === undefined) return i18n._(msg`Please enter the complete 6-digit code`);
  if (password === "") return i18n._(msg`Please enter a new password`);
  const problem = findPasswordProblem(password);
  if (problem !== undefined) return passwordProblemText(problem);
  return password === confirmPassword ? undefined : i18n._(msg`Passwords do not match`);
}

async function sendCode(email: string) {
  return (await loadRecovery()).sendResetCode(email);
}

/** State of the password reset. The e-mail is shared with the login form. */
export function usePasswordReset() {
  const { t } = useLingui();
  const [draft, change] = useDraft("login", { email: "" });
  const { isCodeStep, goToCodeStep, goBack, leaveCodeStep } = useCodeStep();
  const [done, setDone] = useState(false);
  const { busy, error, setError, attempt } = useAttempt();
  const email = draft.email.trim();
  const code = useSendCode({
    purpose: "password-reset",
    email,
    send: sendCode,
    attempt,
  });

  const changeEmail = (newEmail: string) => {
    setError(undefined);
    change({ email: newEmail });
  };
  const requestCode = async () => {
    setError(email === "" ? t`Please enter your email address` : undefined);
    if (email !== "" && (await code.sendFirst())) goToCodeStep();
  };
  const reset = async (values: PasswordResetValues) => {
    const problem = validatePasswordReset(values);
    setError(problem);
    const typedCode = values.code;
    if (problem !== undefined || typedCode === undefined) return;
    const callReset = async () =>
      (await loadRecovery()).resetPassword(email, typedCode, values.password);
    const failureTexts = [
      t`Failed to reset password`,
      t`Failed to reset password. Please try again.`,
    ] as const;
    if (!(await attempt(failureTexts, callReset))) return;
    code.use();
    leaveCodeStep();
    setDone(true);
  };
  const back = () => {
    setError(undefined);
    goBack();
  };
  const openStep = isCodeStep && email !== "" ? "code" : "email";
  const step = done ? "done" : openStep;
  return {
    step,
    typedEmail: draft.email,
    email,
    code,
    changeEmail,
    busy,
    error,
    requestCode,
    reset,
    back,
  };
}
