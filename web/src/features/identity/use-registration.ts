import { cleanPhone } from "@commonlane/contract/phone";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { useToast } from "#shared/ui/Toasts.tsx";
import { registrationProblem } from "./registration-rules.ts";
import type { RegisterValues } from "./RegisterForm.tsx";

/** The registration's calls come with the first submit, so that the form itself shows without them. */
const calls = () => import("./registration.ts");

type Secrets = Pick<RegisterValues, "password" | "confirmPassword">;
type Draft = Omit<RegisterValues, keyof Secrets>;
const empty: Draft = { firstName: "", lastName: "", email: "", phone: "", gender: "male" };

/** What is typed, kept through errors and steps; passwords only as long as the page lives. */
function useRegisterValues() {
  const [draft, changeDraft, forget] = useDraft<Draft>("register", empty);
  const [secrets, setSecrets] = useState<Secrets>({ password: "", confirmPassword: "" });
  const change = ({ password, confirmPassword, ...rest }: Partial<RegisterValues>) => {
    if (password !== undefined) setSecrets((before) => ({ ...before, password }));
    if (confirmPassword !== undefined) setSecrets((before) => ({ ...before, confirmPassword }));
    if (Object.keys(rest).length > 0) changeDraft(rest);
  };
  return [{ ...draft, ...secrets }, change, forget] as const;
}

/** The two steps of signing up and what moves between them. */
export function useRegistration() {
  const { t } = useLingui();
  const toast = useToast();
  const [values, changeValues, forget] = useRegisterValues();
  const [step, setStep] = useState<"form" | "code" | "done">("form");
  const { busy, error, setError, attempt } = useAttempt();
  const email = values.email.trim();
  const send = async () => (await calls()).sendCode(email);

  const change = (part: Partial<RegisterValues>) => {
    setError(undefined);
    changeValues(part);
  };
  const submit = async () => {
    const problem = registrationProblem(values);
    setError(problem);
    if (problem !== undefined || !(await attempt(t`Failed to send verification code. Please try again.`, send))) return;
    toast({ message: t`Verification code sent to your email!`, type: "success" });
    setStep("code");
  };
  const verify = async (code: string) => {
    const prove = async () => (await calls()).verifyCode(email, code);
    if (!(await attempt(t`Verification failed`, prove))) return;
    const person = {
      ...values,
      email,
      firstName: values.firstName.trim(),
      lastName: values.lastName.trim(),
      phone: cleanPhone(values.phone),
    };
    const create = async () => (await calls()).createAccount(person);
    const made = await attempt(t`An error occurred. Please try again.`, create);
    setStep(made ? "done" : "form");
    if (made) forget();
  };
  const resend = async () => {
    const sent = await attempt(t`Failed to resend verification code`, send);
    if (sent) toast({ message: t`New verification code sent to your email!`, type: "success" });
    return sent;
  };
  const back = () => {
    setError(undefined);
    setStep("form");
  };
  return { step, values, change, busy, error, submit, verify, resend, back };
}
