import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { useToast } from "#shared/ui/Toasts.tsx";
import { type Reset, resetProblem } from "./reset-rules.ts";

const calls = () => import("./recovery.ts");

/** The two steps of choosing a new password. The e-mail is the one typed at the login, and is found there again. */
export function usePasswordReset() {
  const { t } = useLingui();
  const toast = useToast();
  const [{ email: typed }, change] = useDraft("login", { email: "" });
  const [step, setStep] = useState<"email" | "code" | "done">("email");
  const { busy, error, setError, attempt } = useAttempt();
  const email = typed.trim();
  const send = async () => (await calls()).sendResetCode(email);

  const changeEmail = (next: string) => {
    setError(undefined);
    change({ email: next });
  };
  const ask = async () => {
    if (email === "") return setError(t`Please enter your email address`);
    if (!(await attempt(t`Failed to send verification code`, send))) return;
    toast({ message: t`Verification code sent to your email!`, type: "success" });
    setStep("code");
  };
  const reset = async (wish: Reset) => {
    const { code, password } = wish;
    const problem = resetProblem(wish);
    setError(problem);
    if (problem !== undefined || code === undefined) return;
    const work = async () => (await calls()).resetPassword(email, code, password);
    if (await attempt(t`Failed to reset password`, work)) setStep("done");
  };
  const resend = async () => {
    const sent = await attempt(t`Failed to resend verification code`, send);
    if (sent) toast({ message: t`New verification code sent to your email!`, type: "success" });
    return sent;
  };
  const back = () => {
    setError(undefined);
    setStep("email");
  };
  return { step, typed, email, changeEmail, busy, error, ask, reset, resend, back };
}
