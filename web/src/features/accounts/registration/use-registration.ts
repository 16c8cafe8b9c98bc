import { findPasswordProblem } from "@commonlane/contract/password";
import { checkPhone, cleanPhone } from "@commonlane/contract/phone";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { isProblem } from "#shared/api/api-error.ts";
import { proofSource } from "#shared/captcha/proof-source.ts";
import { phoneText } from "#shared/forms/phone-text.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { storeDraftFields, useDraft } from "#shared/forms/use-draft.ts";
import { useSendCode } from "#shared/forms/use-send-code.ts";
import { loadChunk } from "#shared/load-chunk.ts";
import { passwordProblemText } from "#shared/password/password-text.ts";
import { isNameMissing, namesToSend } from "#shared/profile/NameFields.tsx";
import { useCodeStep } from "../page-steps.ts";

/** Loaded on the first submit, so that the form renders without it. */
function loadRegistration() {
  return loadChunk("registration", () => import("./registration.ts"));
}

/** State of the two sign-up steps. */
export function useRegistration() {
  const { t } = useLingui();
  const [values, changeValues, clearDraft] = useRegisterValues();
  const { isCodeStep, goToCodeStep, goBack, leaveCodeStep } = useCodeStep();
  /**
   * True once the values are validated and can create an account after the code. Lost on reload, because passwords are.
   */
  const [isValidated, setValidated] = useState(false);
  /** Verified address. If creating the account fails, a retry needs no new code. */
  const [verifiedEmail, setVerifiedEmail] = useState<string>();
  const [done, setDone] = useState(false);
  const { busy, error, setError, attempt } = useAttempt();
  const email = values.email.trim();
  /** The server required an invite code, so its field is shown. */
  const [inviteRequired, setInviteRequired] = useState(values.inviteCode !== "");
  const send = async (recipient: string) => {
    const { sendCode } = await loadRegistration();
    await sendCode({ ...toRegistration(values), email: recipient }).catch((reason: unknown) => {
      if (isProblem(reason, "invite_needed") || isProblem(reason, "invite_wrong"))
        setInviteRequired(true);
      throw reason;
    });
  };
  const code = useSendCode({ purpose: "registration", email, send, attempt });

  const create = async () => {
    const created = await attempt(t`An error occurred. Please try again.`, () =>
      createAccountFrom(values),
    );
    if (created) {
      clearDraft();
      // The login follows.
      storeDraftFields("login", { email });
    }
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
      // Computed while the user reads the code in the e-mail.
      proofSource().prepareProof("sign-up");
      if (!isCodeStep) goToCodeStep();
    }
  };
  const verify = async (typedCode: string) => {
    const callVerify = async () => (await loadRegistration()).verifyCode(email, typedCode);
    if (!(await attempt([t`Invalid verification code`, t`Verification failed`], callVerify)))
      return;
    code.use();
    setVerifiedEmail(email);
    if (await create()) leaveCodeStep();
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
  const openStep = isCodeStep && isValidated ? "code" : "form";
  const step = done ? "done" : openStep;
  /** A code was sent, but a reload has dropped the passwords. */
  const interrupted = isCodeStep && !isValidated && code.works();
  return {
    step,
    values,
    code,
    interrupted,
    inviteRequired,
    change,
    busy,
    error,
    submit,
    verify,
    back,
  };
}

const createAccountFrom = async (values: RegisterValues) =>
  (await loadRegistration()).createAccount(toRegistration(values));

function toRegistration(values: RegisterValues) {
  const { email, password, phone, gender, inviteCode } = values;
  return {
    email: email.trim(),
    password,
    ...namesToSend(values),
    phone: cleanPhone(phone),
    gender,
    inviteCode: inviteCode.trim(),
  };
}

export type RegisterValues = RegistrationForm & {
  gender: "male" | "female";
  inviteCode: string;
};
type Secrets = Pick<RegisterValues, "password" | "confirmPassword">;
type RegisterDraft = Omit<RegisterValues, keyof Secrets>;
const EMPTY_DRAFT: RegisterDraft = {
  firstName: "",
  lastName: "",
  hasOneName: false,
  email: "",
  phone: "",
  gender: "male",
  inviteCode: "",
};

/** Form values, kept through errors and steps. Passwords are kept only until the page is closed. */
function useRegisterValues() {
  const [draft, changeDraft, clearDraft] = useDraft<RegisterDraft>("register", EMPTY_DRAFT);
  const [secrets, setSecrets] = useState<Secrets>({
    password: "",
    confirmPassword: "",
  });
  const change = ({ password, confirmPassword, ...rest }: Partial<RegisterValues>) => {
    if (password !== undefined)
      setSecrets((previous) => ({
        ...previous,
        password,
      }));
    if (confirmPassword !== undefined)
      setSecrets((previous) => ({
        ...previous,
        confirmPassword,
      }));
    if (Object.keys(rest).length > 0) changeDraft(rest);
  };
  return [
    {
      ...draft,
      ...secrets,
    },
    change,
    clearDraft,
  ] as const;
}

export interface RegistrationForm {
  firstName: string;
  lastName: string;
  hasOneName: boolean;
  email: string;
  phone: string;
  password: string;
  confirmPassword: string;
}

/** First error of the form, in the order of the specification, or undefined if it can be sent. */
export function validateRegistration(form: RegistrationForm): string | undefined {
  const { email, phone, password, confirmPassword } = form;
  const texts = [email.trim(), phone.trim(), password, confirmPassword];
  if (isNameMissing(form) || texts.includes("")) return i18n._(msg`Please fill in all fields`);
  if (password !== confirmPassword) return i18n._(msg`Passwords do not match`);
  const passwordProblem = findPasswordProblem(password);
  if (passwordProblem !== undefined) return passwordProblemText(passwordProblem);
  const phoneCheck = checkPhone(phone);
  return phoneCheck.valid ? undefined : phoneText(phoneCheck);
}
