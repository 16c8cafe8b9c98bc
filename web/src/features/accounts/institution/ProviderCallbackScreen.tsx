import type { Session as OpenSession } from "@commonlane/contract/accounts";
import type { SignInOutcome } from "@commonlane/contract/sign-in-providers";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useParams } from "react-router";
import { accountErrorText } from "#shared/api/account-error-text.ts";
import { errorText } from "#shared/api/error-text.ts";
import { communitySettings } from "#shared/community-settings.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { useSendCode } from "#shared/forms/use-send-code.ts";
import { useSession } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { AuthPage, TextLink } from "../AuthPage.tsx";
import { VerificationCodeForm } from "../registration/VerificationCodeForm.tsx";
import { ConfirmLink, EnterCode, LinkWithPassword } from "./LinkForms.tsx";
import { NewAccountForm } from "./NewAccountForm.tsx";
import {
  type ConfirmationProps,
  confirmEmail,
  finishSignIn,
  sendEmailCode,
  useContinue,
} from "./provider-calls.ts";

/** The page to which an institution sends the browser after the sign-in. */
export function ProviderCallbackScreen() {
  const { t } = useLingui();
  useTitle(t`Sign in`);
  const { providerId = "" } = useParams();
  const { outcome, setOutcome, error } = useFinish(providerId);
  const institution =
    communitySettings.signInProviders.find(({ id }) => id === providerId)?.name ??
    t`your institution`;
  if (error !== undefined)
    return (
      <Ended title={t`Sign-in didn't work`}>
        <Notice tone="bad">{error}</Notice>
      </Ended>
    );
  if (!outcome || outcome.step === "signed-in")
    return (
      <AuthPage title={t`Signing you in…`}>
        <p
          role="status"
          className="text-ink-2"
        >{t`We're checking the answer of ${institution}.`}</p>
      </AuthPage>
    );
  const { step, person, returnTo } = outcome;
  if (step === "code") return <EnterCode institution={institution} returnTo={returnTo} />;
  if (!person) return null;
  if (step === "email")
    return <ConfirmEmail institution={institution} person={person} onConfirmed={setOutcome} />;
  const props = {
    institution,
    person,
    returnTo,
  };
  if (step === "new-account") return <NewAccountForm {...props} />;
  return step === "password" ? <LinkWithPassword {...props} /> : <ConfirmLink {...props} />;
}

function Ended({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useLingui();
  const { user } = useSession();
  // With Back, the answer of the institution comes again after the person has signed in.
  if (user)
    return (
      <AuthPage title={t`You're signed in`}>
        {children}
        <p className="mt-5 flex flex-wrap gap-x-6 gap-y-2">
          <TextLink to="/home">{t`Go to Home`}</TextLink>
          <TextLink to="/settings/account">{t`Account settings`}</TextLink>
        </p>
      </AuthPage>
    );
  return (
    <AuthPage title={title}>
      {children}
      <p className="mt-5 flex flex-wrap gap-x-6 gap-y-2">
        <TextLink to="/login">{t`Go to login`}</TextLink>
        <TextLink to="/register">{t`Sign up`}</TextLink>
      </p>
    </AuthPage>
  );
}

/** Passes the answer on once, after the session of this browser is known, and removes it from the address. */
function useFinish(providerId: string) {
  const { t } = useLingui();
  const { state, signInWith } = useSession();
  const continueTo = useContinue();
  const [answer] = useState(() => location.search.slice(1));
  const [outcome, setOutcome] = useState<SignInOutcome>();
  const [error, setError] = useState<string>();
  const isSent = useRef(false);
  const isKnown = state.status !== "loading";
  useEffect(() => {
    if (!isKnown || isSent.current) return;
    isSent.current = true;
    history.replaceState(history.state, "", location.pathname);
    const finish = async () => {
      if (answer === "") return setError(t`This sign-in has expired. Please start again.`);
      let finished: SignInOutcome | undefined;
      await signInWith(async (): Promise<OpenSession | null> => {
        finished = await finishSignIn(providerId, answer);
        return finished.session;
      });
      setOutcome(finished);
      if (finished?.step === "signed-in") continueTo(finished.returnTo);
    };
    finish().catch((failure: unknown) =>
      setError(errorText(failure, t`An error occurred. Please try again.`)),
    );
  }, [isKnown, answer, providerId, signInWith, continueTo, t]);
  return {
    outcome,
    setOutcome,
    error,
  };
}

interface ConfirmEmailProps extends Omit<ConfirmationProps, "returnTo"> {
  /** What comes after the address is confirmed. */
  readonly onConfirmed: (outcome: SignInOutcome) => void;
}

/** The institution confirms no e-mail address, so the person enters one and confirms it with a code. */
function ConfirmEmail({ institution, person, onConfirmed }: ConfirmEmailProps) {
  const { t } = useLingui();
  const [email, setEmail] = useState(person.email ?? "");
  const [isCodeSent, setCodeSent] = useState(false);
  const { busy, error, setError, attempt } = useAttempt(accountErrorText);
  const code = useSendCode({
    purpose: "provider-email",
    email: email.trim(),
    send: sendEmailCode,
    attempt,
  });

  const requestCode = async () => {
    if (email.trim() === "") return setError(t`Please fill in all fields`);
    if (await code.sendFirst()) setCodeSent(true);
  };
  const confirm = async (otp: string) => {
    let outcome: SignInOutcome | undefined;
    const isConfirmed = await attempt(t`Verification failed`, async () => {
      outcome = await confirmEmail(email.trim(), otp);
    });
    if (!isConfirmed || !outcome) return;
    code.use();
    onConfirmed(outcome);
  };
  const goBack = () => {
    setError(undefined);
    setCodeSent(false);
  };

  const intro = t`${institution} knows you, but didn't confirm an e-mail address. Enter yours; we'll send it a code.`;
  return (
    <AuthPage title={t`Your e-mail address`} intro={<p>{intro}</p>}>
      {isCodeSent ? (
        <VerificationCodeForm
          email={email.trim()}
          cooldownKey={code.wait}
          busy={busy}
          error={error}
          backLabel={t`Back to Email Entry`}
          onVerify={(otp) => void confirm(otp)}
          onResend={code.sendAnother}
          onBack={goBack}
        />
      ) : (
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void requestCode();
          }}
        >
          <TextField
            label={t`E-mail`}
            type="email"
            name="email"
            autoComplete="email"
            inputMode="email"
            maxLength={254}
            required
            {...bindText(email, setEmail)}
          />
          <ErrorNotice error={error} />
          <Button type="submit" size="lg" busy={busy}>
            {busy ? t`Sending the code...` : t`Send the code`}
          </Button>
        </form>
      )}
    </AuthPage>
  );
}
