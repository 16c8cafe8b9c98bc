import { cleanPhone } from "@commonlane/contract/phone";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { proofSource } from "#shared/captcha/proof-source.ts";
import { isProblem } from "#shared/api/api-error.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { loadChunk } from "#shared/load-chunk.ts";
import { validateRegistration } from "./registration-rules.ts";
import { useCodeStep } from "../use-code-step.ts";
import { type RegisterValues, useRegisterValues } from "./use-register-values.ts";
import { useSendCode } from "#shared/forms/use-send-code.ts";

/** The registration's calls come with the first submit, so that the form itself shows without them. */
const loadRegistration = () => loadChunk("registration", () => import("./registration.ts"));

/** The two steps of signing up and what moves between them. */
export function useRegistration() {
  const { t } = useLingui();
  const [values, changeValues, clearDraft] = useRegisterValues();
  const { isCodeStep: asked, goToCodeStep: goOn, goBack, leaveCodeStep: leave } = useCodeStep();
  /** What is typed was found good, so that with the code it can become an account; a reload forgets the passwords. */
  const [isValidated, setValidated] = useState(false);
  /** The address whose code was right: should the account not be made, another try needs no other code. */
  const [verifiedEmail, setVerifiedEmail] = useState<string>();
  const [done, setDone] = useState(false);
  const { busy, error, setError, attempt } = useAttempt();
  const email = values.email.trim();
  /** The server asked for an invite code, so that there is a field for it. */
  const [inviteRequired, setByInvite] = useState(values.inviteCode !== "");
  const send = async (to: string) => {
    const { sendCode } = await loadRegistration();
    await sendCode({ ...toRegistration(values), email: to }).catch((reason: unknown) => {
      if (isProblem(reason, "invite_needed") || isProblem(reason, "invite_wrong")) setByInvite(true);
      throw reason;
    });
  };
  const code = useSendCode({ purpose: "registration", email, send, attempt });

  const create = async () => {
    const created = await attempt(t`An error occurred. Please try again.`, () => createAccountFrom(values));
    if (created) clearDraft();
    setDone(created);
    return created;
  };
  const submit = async () => {
    const problem = validateRegistration(values);
    setError(problem);
    if (problem !== undefined) return;
    if (email === verifiedEmail) await create();
    else if (await code.sendFirst()) {
      setValidated(true);
      // Done while the code is read from the letter.
      proofSource().prepareProof("sign-up");
      if (!asked) goOn();
    }
  };
  const verify = async (typedCode: string) => {
    const callVerify = async () => (await loadRegistration()).verifyCode(email, typedCode);
    if (!(await attempt([t`Invalid verification code`, t`Verification failed`], callVerify))) return;
    code.use();
    setVerifiedEmail(email);
    if (await create()) leave();
    else goBack();
  };
  const change = (changes: Partial<RegisterValues>) => {
    setError(undefined);
    setValidated(false);
    changeValues(changes);
  };
  const back = () => {
    setError(undefined);
    goBack();
  };
  const isAtCode = asked && isValidated;
  const step = done ? "done" : isAtCode ? "code" : "form";
  /** A code is on its way, and only the passwords are missing, which nothing keeps over a reload. */
  const interrupted = asked && !isValidated && code.works();
  return { step, values, code, interrupted, byInvite: inviteRequired, change, busy, error, submit, verify, back };
}

const createAccountFrom = async (values: RegisterValues) =>
  (await loadRegistration()).createAccount(toRegistration(values));

function toRegistration({ email, password, firstName, lastName, phone, gender, inviteCode }: RegisterValues) {
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
