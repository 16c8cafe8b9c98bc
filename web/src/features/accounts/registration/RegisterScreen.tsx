import { useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import { useLocation } from "react-router";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { AuthPage, TextLink } from "../AuthPage.tsx";
import { InstitutionButtons } from "../institution/InstitutionSignIn.tsx";
import { RegisterForm } from "./RegisterForm.tsx";
import { LOGIN_REDIRECT_MS, useDelayedLoginRedirect } from "../page-steps.ts";
import { useRegistration } from "./use-registration.ts";

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
