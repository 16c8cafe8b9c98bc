import { useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import { useLocation } from "react-router";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { AuthPage } from "../AuthPage.tsx";
import { RegisterForm } from "./RegisterForm.tsx";
import { TextLink } from "../TextLink.tsx";
import { LOGIN_REDIRECT_MS, useDelayedLoginRedirect } from "../login/use-delayed-login-redirect.ts";
import { useRegistration } from "./use-registration.ts";

/** Fetched while the code is on its way. */
const VerificationCodeForm = lazyScreen(() => import("./VerificationCodeForm.tsx"), "VerificationCodeForm");
/** Fetched for whoever comes from a search. */
const PendingSearchNotice = lazyScreen(() => import("#shared/forms/PendingSearchNotice.tsx"), "PendingSearchNotice");

/** Signing up in two steps: who one is, then the code that proves the e-mail. */
export function RegisterScreen() {
  const { t } = useLingui();
  useTitle(t`Sign Up`);
  const state: unknown = useLocation().state;
  const { step, values, code, interrupted, byInvite, change, busy, error, submit, verify, back } = useRegistration();
  if (step === "done") return <RegistrationDone />;
  return (
    <AuthPage
      title={step === "form" ? t`Join in` : t`Check your e-mail`}
      intro={
        step === "form" && (
          <p>
            {t`Already registered?`} <TextLink to="/login">{t`Login`}</TextLink>
          </p>
        )
      }
    >
      {step === "form" && isFromSearch(state) && (
        <Suspense fallback={null}>
          <PendingSearchNotice />
        </Suspense>
      )}
      {step === "form" ? (
        <RegisterForm
          values={values}
          inviteRequired={byInvite}
          onChange={change}
          onSubmit={() => void submit()}
          busy={busy}
          error={error}
        >
          {interrupted && (
            <Notice tone="info">
              {t`Your code is on its way to ${values.email.trim()}. Enter your password again to go on to it.`}
            </Notice>
          )}
        </RegisterForm>
      ) : (
        <Suspense fallback={null}>
          <VerificationCodeForm
            email={values.email.trim()}
            wait={code.wait}
            busy={busy}
            error={error}
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
    <AuthPage title={t`Welcome on board`}>
      <Notice tone="ok">{t`Registration successful! You can now log in.`}</Notice>
      <p className="mt-5 text-ink-2">
        {t`The login comes by itself in a moment.`} <TextLink to="/login">{t`Go to login`}</TextLink>
      </p>
    </AuthPage>
  );
}

const isFromSearch = (state: unknown) => typeof state === "object" && state !== null && "search" in state;
