import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useNavigate } from "react-router";
import { accountErrorText } from "#shared/api/account-error-text.ts";
import { isProblem } from "#shared/api/api-error.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { useSession } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { PasswordField } from "#shared/ui/fields/PasswordField.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { AuthPage, TextLink } from "../AuthPage.tsx";
import { SecondFactorStep } from "../login/SecondFactorStep.tsx";
import {
  type ConfirmationProps,
  confirmLink,
  finishWithCode,
  linkWithPassword,
  useContinue,
} from "./provider-calls.ts";

/** Links with a password, and with a code if the account asks for one. */
function useLinkWithPassword(returnTo: ConfirmationProps["returnTo"]) {
  const { t } = useLingui();
  const { signInWith } = useSession();
  const continueTo = useContinue();
  const [password, setPassword] = useState("");
  const { busy, error, setError, attempt } = useAttempt(accountErrorText);
  const [isCodeStep, setCodeStep] = useState(false);
  const submit = async (code?: string) => {
    if (password === "") return setError(t`Please fill in all fields`);
    const proof = {
      password,
      ...(code !== undefined && { code }),
    };
    let isLinked = false;
    const link = async () => {
      try {
        await signInWith(async () => (await linkWithPassword(proof)).session);
        isLinked = true;
      } catch (reason) {
        if (!isProblem(reason, "second_factor_needed")) throw reason;
        setCodeStep(true);
      }
    };
    await attempt("", link);
    if (isLinked) continueTo(returnTo);
  };
  const leaveCodeStep = () => {
    setCodeStep(false);
    setError(undefined);
  };
  return {
    password,
    setPassword,
    busy,
    error,
    isCodeStep,
    submit,
    leaveCodeStep,
  };
}

/** An account has the address that the institution confirmed: its password links both. */
export function LinkWithPassword({ institution, person, returnTo }: ConfirmationProps) {
  const { t } = useLingui();
  const { password, setPassword, busy, error, isCodeStep, submit, leaveCodeStep } =
    useLinkWithPassword(returnTo);
  const title = t`You already have an account`;
  if (isCodeStep)
    return (
      <AuthPage title={title} intro={<p>{person.email}</p>}>
        <SecondFactorStep
          busy={busy}
          error={error}
          onSubmit={(code) => void submit(code)}
          onBack={leaveCodeStep}
        />
      </AuthPage>
    );
  return (
    <AuthPage
      title={title}
      intro={
        <p>{t`Enter its password once to link it with ${institution}. From then on you can sign in there.`}</p>
      }
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        <p className="font-semibold wrap-anywhere">{person.email}</p>
        <input
          type="email"
          name="email"
          autoComplete="username"
          value={person.email ?? ""}
          readOnly
          hidden
        />
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          required
          {...bindText(password, setPassword)}
        />
        <ErrorNotice error={error} />
        <Button type="submit" size="lg" busy={busy}>
          {busy ? t`Linking…` : t`Link and sign in`}
        </Button>
        <p>
          <TextLink to="/forgot-password">{t`Forgot Password?`}</TextLink>
        </p>
      </form>
    </AuthPage>
  );
}

/** The account has an authenticator app, and its institution does not know it. */
export function EnterCode({ institution, returnTo }: Omit<ConfirmationProps, "person">) {
  const { t } = useLingui();
  const { signInWith } = useSession();
  const navigate = useNavigate();
  const continueTo = useContinue();
  const { busy, error, attempt } = useAttempt(accountErrorText);
  const submit = async (code: string) => {
    const isSignedIn = await attempt("", () => signInWith(() => finishWithCode(code)));
    if (isSignedIn) continueTo(returnTo);
  };
  return (
    <AuthPage
      title={t`Enter your code`}
      intro={<p>{t`${institution} knows you. Your account here also asks for a code.`}</p>}
    >
      <SecondFactorStep
        busy={busy}
        error={error}
        backLabel={t`Go to login`}
        onSubmit={(code) => void submit(code)}
        onBack={() => void navigate("/login")}
      />
    </AuthPage>
  );
}

/** The signed-in owner confirms the account at the institution before it is linked. */
export function ConfirmLink({ institution, person, returnTo }: ConfirmationProps) {
  const { t } = useLingui();
  const { user } = useSession();
  const continueTo = useContinue();
  const { busy, error, attempt } = useAttempt(accountErrorText);
  const name = [person.firstName, person.lastName].filter(Boolean).join(" ");
  const link = async () => {
    if (await attempt("", confirmLink)) continueTo(returnTo);
  };
  return (
    <AuthPage
      title={t`Link ${institution}?`}
      intro={<p>{t`Afterwards, this account at ${institution} signs in to your account here.`}</p>}
    >
      <dl className="grid gap-4 card p-4">
        <div>
          <dt className="text-sm text-ink-3">{institution}</dt>
          <dd className="font-semibold wrap-anywhere">
            {[name, person.email].filter(Boolean).join(" · ")}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-3">{t`Your account here`}</dt>
          <dd className="font-semibold wrap-anywhere">{user?.email}</dd>
        </div>
      </dl>
      {error && (
        <Notice tone="bad" className="mt-4">
          {error}
        </Notice>
      )}
      <div className="mt-5 grid gap-3">
        <Button size="lg" busy={busy} onClick={() => void link()}>
          {t`Link account`}
        </Button>
        <Button variant="line" size="lg" onClick={() => continueTo("/settings/account")}>
          {t`Cancel`}
        </Button>
      </div>
    </AuthPage>
  );
}
