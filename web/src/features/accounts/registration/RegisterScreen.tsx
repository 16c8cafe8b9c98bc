import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense } from "react";
import { useLocation } from "react-router";
import { proofSource } from "#shared/captcha/proof-source.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { PhoneField } from "#shared/forms/PhoneField.tsx";
import { PasswordPair } from "#shared/password/PasswordPair.tsx";
import { NameFields } from "#shared/profile/NameFields.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { AuthPage, TextLink } from "../AuthPage.tsx";
import { InstitutionButtons, InstitutionOfEmail } from "../institution/InstitutionSignIn.tsx";
import { LOGIN_REDIRECT_MS, useDelayedLoginRedirect } from "../page-steps.ts";
import { type RegisterValues, useRegistration } from "./use-registration.ts";

/** Loaded while the code is being sent. */
const VerificationCodeForm = lazyScreen(
  () => import("./VerificationCodeForm.tsx"),
  "VerificationCodeForm",
);
/** Loaded for visitors who started with a search. */
const PendingSearchNotice = lazyScreen(
  () => import("#shared/forms/PendingSearchNotice.tsx"),
  "PendingSearchNotice",
);

/** Sign-up in two steps: the account details, then the code that verifies the e-mail. */
export function RegisterScreen() {
  const { t } = useLingui();
  useTitle(t`Sign Up`);
  const state: unknown = useLocation().state;
  const {
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
  } = useRegistration();
  if (step === "done") return <RegistrationDone />;
  return (
    <AuthPage
      title={step === "form" ? t`Create your account` : t`Check your e-mail`}
      intro={
        step === "form" && (
          <p>
            {t`Already have an account?`} <TextLink to="/login">{t`Login`}</TextLink>
          </p>
        )
      }
    >
      {step === "form" && isFromSearch(state) && (
        <Suspense fallback={null}>
          <PendingSearchNotice />
        </Suspense>
      )}
      {step === "form" && <InstitutionButtons />}
      {step === "form" ? (
        <RegisterForm
          values={values}
          inviteRequired={inviteRequired}
          onChange={change}
          onSubmit={() => void submit()}
          busy={busy}
          error={error}
        >
          {interrupted && (
            <Notice tone="info">
              {t`We've sent a code to ${values.email.trim()}. Enter your password again to continue.`}
            </Notice>
          )}
        </RegisterForm>
      ) : (
        <Suspense fallback={null}>
          <VerificationCodeForm
            email={values.email.trim()}
            cooldownKey={code.wait}
            busy={busy}
            error={error}
            backLabel={t`Back to Registration`}
            onVerify={(otp) => void verify(otp)}
            onResend={code.sendAnother}
            onBack={back}
          />
        </Suspense>
      )}
    </AuthPage>
  );
}

function RegistrationDone() {
  const { t } = useLingui();
  useDelayedLoginRedirect(LOGIN_REDIRECT_MS);
  return (
    <AuthPage title={t`You're all set`}>
      <Notice tone="ok">{t`Registration successful! You can now log in.`}</Notice>
      <p className="mt-5 text-ink-2">
        {t`Taking you to the login page…`} <TextLink to="/login">{t`Go to login`}</TextLink>
      </p>
    </AuthPage>
  );
}

const isFromSearch = (state: unknown) =>
  typeof state === "object" && state !== null && "search" in state;

const InviteCodeField = lazyScreen(() => import("./InviteCodeField.tsx"), "InviteCodeField");

interface RegisterFormProps {
  values: RegisterValues;
  /** True if an invite code is required. */
  inviteRequired: boolean;
  onChange: (change: Partial<RegisterValues>) => void;
  onSubmit: () => void;
  busy: boolean;
  error: string | undefined;
  /** Messages above the form. */
  children?: ReactNode;
}

/** First step: name, e-mail, password and other details. */
function RegisterForm({
  values,
  inviteRequired,
  onChange,
  onSubmit,
  busy,
  error,
  children,
}: RegisterFormProps) {
  const { t } = useLingui();
  const textFieldProps = (name: "email" | "inviteCode") => ({
    name,
    required: true,
    ...bindText(values[name], (typed) => onChange({ [name]: typed })),
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onFocus={() => proofSource().prepareProof("registration-code")}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
    >
      {children}
      <Suspense fallback={null}>
        <InviteCodeField isRequired={inviteRequired} {...textFieldProps("inviteCode")} />
      </Suspense>
      <NameFields names={values} onChange={onChange} />
      <TextField
        label={t`E-mail`}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        {...textFieldProps("email")}
      />
      <InstitutionOfEmail email={values.email} />
      <PhoneField required value={values.phone} onChange={(phone) => onChange({ phone })} />
      <PasswordPair label={t`Password`} values={values} onChange={onChange} />
      <SelectField
        label={t`Gender`}
        name="gender"
        value={values.gender}
        options={[
          { value: "male", label: t`Male` },
          { value: "female", label: t`Female` },
        ]}
        onChange={(gender) => onChange({ gender })}
      />
      <ErrorNotice error={error} />
      <Button type="submit" size="lg" busy={busy} className="mt-1">
        {busy ? t`Sending the code...` : t`Sign up`}
      </Button>
      <TermsAgreement />
    </form>
  );
}

function TermsAgreement() {
  return (
    <p className="text-sm text-ink-3">
      <Trans>
        By signing up, you confirm that you're 18 or older and agree to the{" "}
        <Link to="/terms-of-use" className="text-brand-ink underline underline-offset-4">
          Terms of Use
        </Link>{" "}
        and the{" "}
        <Link to="/privacy-policy" className="text-brand-ink underline underline-offset-4">
          Privacy Policy
        </Link>
        .
      </Trans>
    </p>
  );
}
