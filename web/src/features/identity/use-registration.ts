import { cleanPhone } from "@commonlane/contract/phone";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { proofSource } from "#shared/captcha/proof-source.ts";
import { isProblem } from "#shared/api-error.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { loadPart } from "#shared/load-part.ts";
import { registrationProblem } from "./registration-rules.ts";
import { useCodeStep } from "./use-code-step.ts";
import { type RegisterValues, useRegisterValues } from "./use-register-values.ts";
import { useSentCode } from "#shared/forms/use-sent-code.ts";

/** The registration's calls come with the first submit, so that the form itself shows without them. */
const calls = () => loadPart("registration", () => import("./registration.ts"));

/** The two steps of signing up and what moves between them. */
export function useRegistration() {
  const { t } = useLingui();
  const [values, changeValues, forget] = useRegisterValues();
  const { asked, goOn, goBack, leave } = useCodeStep();
  /** What is typed was found good, so that with the code it can become an account; a reload forgets the passwords. */
  const [good, setGood] = useState(false);
  /** The address whose code was right: should the account not be made, another try needs no other code. */
  const [proven, setProven] = useState<string>();
  const [done, setDone] = useState(false);
  const { busy, error, setError, attempt } = useAttempt();
  const email = values.email.trim();
  /** The server asked for an invite code, so that there is a field for it. */
  const [byInvite, setByInvite] = useState(values.inviteCode !== "");
  const send = async (to: string) => {
    const { sendCode } = await calls();
    await sendCode({ ...registrationOf(values), email: to }).catch((reason: unknown) => {
      if (isProblem(reason, "invite_needed") || isProblem(reason, "invite_wrong")) setByInvite(true);
      throw reason;
    });
  };
  const code = useSentCode({ purpose: "registration", email, send, attempt });

  const create = async () => {
    const made = await attempt(t`An error occurred. Please try again.`, () => createAccountOf(values));
    if (made) forget();
    setDone(made);
    return made;
  };
  const submit = async () => {
    const problem = registrationProblem(values);
    setError(problem);
    if (problem !== undefined) return;
    if (email === proven) await create();
    else if (await code.sendFirst()) {
      setGood(true);
      // Done while the code is read from the letter.
      proofSource().prepare("sign-up");
      if (!asked) goOn();
    }
  };
  const verify = async (otp: string) => {
    const prove = async () => (await calls()).verifyCode(email, otp);
    if (!(await attempt([t`Invalid verification code`, t`Verification failed`], prove))) return;
    code.use();
    setProven(email);
    if (await create()) leave();
    else goBack();
  };
  const change = (part: Partial<RegisterValues>) => {
    setError(undefined);
    setGood(false);
    changeValues(part);
  };
  const back = () => {
    setError(undefined);
    goBack();
  };
  const atCode = asked && good;
  const step = done ? "done" : atCode ? "code" : "form";
  /** A code is on its way, and only the passwords are missing, which nothing keeps over a reload. */
  const interrupted = asked && !good && code.works();
  return { step, values, code, interrupted, byInvite, change, busy, error, submit, verify, back };
}

const createAccountOf = async (values: RegisterValues) => (await calls()).createAccount(registrationOf(values));

function registrationOf({ email, password, firstName, lastName, phone, gender, inviteCode }: RegisterValues) {
  return {
    email: email.trim(),
    password,
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    phone: cleanPhone(phone),
    gender,
    inviteCode: inviteCode.trim(),
  };
}
