import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { useLocation } from "react-router";
import { isProblem } from "#shared/api/api-error.ts";
import { errorText } from "#shared/api/error-text.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useSearchDraft } from "#shared/forms/search-draft.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { loadChunk } from "#shared/load-chunk.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { useSession } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { PasswordField } from "#shared/ui/fields/PasswordField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { AuthPage, TextLink } from "../AuthPage.tsx";
import { InstitutionButtons, InstitutionOfEmail } from "../institution/InstitutionSignIn.tsx";
import { canUsePasskeys } from "#shared/passkeys/passkeys.ts";

/** Both chunks are loaded after a failed sign-in. */
const UnverifiedEmailNotice = lazyScreen(
  () => import("./UnverifiedEmailNotice.tsx"),
  "UnverifiedEmailNotice",
);
/** Loaded when the page is idle, and after a password that needs a second factor. */
const PasskeySignIn = lazyScreen(() => import("./PasskeySignIn.tsx"), "PasskeySignIn", "start");
const SecondFactorStep = lazyScreen(
  () => import("./SecondFactorStep.tsx"),
  "SecondFactorStep",
  "start",
);
const loadErrorTexts = () =>
  loadChunk("identity-error-text", () => import("#shared/api/account-error-text.ts"));

/**
 * Sign-in with e-mail and password. Other pages pass a message in the location state: `message` (success), `notice` or
 * `search`.
 */
export function LoginScreen() {
  const { t } = useLingui();
  useTitle(t`Login`);
  return (
    <AuthPage title={t`Welcome back`}>
      <ArrivalNotice />
      <InstitutionButtons />
      <LoginForm />
      <p className="mt-6 text-ink-2">
        {t`New here?`} <TextLink to="/register">{t`Sign up`}</TextLink>
      </p>
    </AuthPage>
  );
}

function useLogin() {
  const { t } = useLingui();
  const { signIn } = useSession();
  const [{ email }, change, clearDraft] = useDraft("login", { email: "" });
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{
    unverified: boolean;
    text: string;
  }>();
  const [isCodeStep, setCodeStep] = useState(false);
  const submit = async (code?: string) => {
    if (email.trim() === "" || password === "")
      return setFailure({
        unverified: false,
        text: t`Please fill in all fields`,
      });
    setBusy(true);
    setFailure(undefined);
    return signIn(email, password, code).then(clearDraft, async (error: unknown) => {
      if (isProblem(error, "second_factor_needed")) {
        setCodeStep(true);
        return setBusy(false);
      }
      const text = await loadErrorTexts().then(
        ({ accountErrorText }) => accountErrorText(error),
        () => errorText(error, t`An error occurred. Please try again.`),
      );
      setFailure({
        unverified: isProblem(error, "email_unverified"),
        text,
      });
      setBusy(false);
    });
  };
  const leaveCodeStep = () => {
    setCodeStep(false);
    setFailure(undefined);
  };
  return {
    email,
    password,
    busy,
    failure,
    isCodeStep,
    leaveCodeStep,
    change,
    setPassword,
    submit,
  };
}

function LoginForm() {
  const { t } = useLingui();
  const { email, password, busy, failure, isCodeStep, leaveCodeStep, change, setPassword, submit } =
    useLogin();
  if (isCodeStep)
    return (
      <Suspense fallback={null}>
        <SecondFactorStep
          busy={busy}
          error={failure?.text}
          onSubmit={(code) => void submit(code)}
          onBack={leaveCodeStep}
        />
      </Suspense>
    );
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <TextField
        label={t`E-mail`}
        type="email"
        name="email"
        autoComplete="username webauthn"
        inputMode="email"
        maxLength={254}
        required
        {...bindText(email, (email) => change({ email }))}
      />
      <PasswordField
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        required
        {...bindText(password, setPassword)}
      />
      <p className="-mt-1 text-end">
        <Link
          to="/forgot-password"
          className="inline-flex min-h-11 items-center font-semibold text-brand-ink underline underline-offset-4"
        >
          {t`Forgot Password?`}
        </Link>
      </p>
      <InstitutionOfEmail email={email} />
      {failure?.unverified === false && <Notice tone="bad">{failure.text}</Notice>}
      {failure?.unverified && (
        <Suspense fallback={null}>
          <UnverifiedEmailNotice email={email}>{failure.text}</UnverifiedEmailNotice>
        </Suspense>
      )}
      <Button type="submit" size="lg" busy={busy}>
        {busy ? t`Signing in...` : t`Sign in`}
      </Button>
      {canUsePasskeys() && (
        <Suspense fallback={null}>
          <PasskeySignIn />
        </Suspense>
      )}
    </form>
  );
}

/** Message from the page that led here. */
function ArrivalNotice() {
  const { t } = useLingui();
  const state: unknown = useLocation().state;
  const [{ from, to }] = useSearchDraft();
  if (typeof state !== "object" || state === null) return null;
  const message = "message" in state ? state.message : undefined;
  const notice = "notice" in state ? state.notice : undefined;
  const arrivalText = message ?? notice;
  if (typeof arrivalText === "string")
    return (
      <Notice tone={arrivalText === message ? "ok" : "info"} className="mb-5">
        {arrivalText}
      </Notice>
    );
  if (!("search" in state)) return null;
  return (
    <Notice tone="info" className="mb-5">
      {from && to
        ? t`Sign in to see rides from ${from} to ${to}. We'll keep your search.`
        : t`Sign in to see rides. We'll keep your search.`}
    </Notice>
  );
}
