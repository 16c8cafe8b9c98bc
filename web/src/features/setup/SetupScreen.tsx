import { findPasswordProblem } from "@commonlane/contract/password";
import { setup } from "@commonlane/contract/setup";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { passwordProblemText } from "#shared/password/password-text.ts";
import { accountErrorText } from "#shared/api/account-error-text.ts";
import { call } from "#shared/api/api-client.ts";
import { ApiError, isProblem } from "#shared/api/api-error.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { operatorCommand } from "#shared/operator-command.ts";
import { PasswordPair } from "#shared/password/PasswordPair.tsx";
import { isNameMissing, NameFields, namesToSend } from "#shared/profile/NameFields.tsx";
import { useSession } from "#shared/session/SessionProvider.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { PublicPageHeader } from "#shared/ui/PublicPageHeader.tsx";
import { SkeletonForm } from "#shared/ui/SkeletonForm.tsx";
import { useTitle } from "#shared/ui/use-title.ts";

/** The first step of setting up a server: its administrator, created with the key that the first start printed. */
export function SetupScreen() {
  const { t } = useLingui();
  useTitle(t`Set-up`);
  const [params] = useSearchParams();
  const key = params.get("key") ?? "";
  const check = useQuery(
    endpointQuery(
      setup.checkKey,
      { body: { key } },
      {
        enabled: key !== "",
        retry: false,
      },
    ),
  );
  const isOver = key === "" || isProblem(check.error, "link_over");
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      <PublicPageHeader />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-lg flex-1 px-(--gutter) pt-4 pb-12 outline-none"
      >
        <h1 className="text-3xl leading-tight font-extrabold tracking-[-.025em] outline-none">{t`Set up your community`}</h1>
        <div className="mt-6">
          {isOver && <LinkOver />}
          {!isOver && !check.data && <NotLoaded query={check} placeholder={<SkeletonForm />} />}
          {check.data && <AdministratorForm setupKey={key} />}
        </div>
      </main>
    </div>
  );
}

function LinkOver() {
  const { t } = useLingui();
  const appoint = operatorCommand("admin", "administrators", "add");
  return (
    <Notice tone="info">
      <p>{t`This link is no longer valid.`}</p>
      <p className="mt-2 font-normal">
        <Trans>
          A server prints a new link at each start until there is an account. If there is an
          administrator already,{" "}
          <Link to="/login" className="underline underline-offset-4">
            sign in
          </Link>
          . Otherwise appoint one on the server: <code>{appoint}</code>
        </Trans>
      </p>
    </Notice>
  );
}

/** Creates the account and signs in. What was typed survives an error and, except for the password, a reload. */
function useCreateAdministrator(key: string) {
  const { t } = useLingui();
  const { signInWith } = useSession();
  const navigate = useNavigate();
  const [person, change, clear] = useDraft("setup", {
    firstName: "",
    lastName: "",
    hasOneName: false,
    email: "",
  });
  const [passwords, setPasswords] = useState({
    password: "",
    confirmPassword: "",
  });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [nameErrors, setNameErrors] = useState<Readonly<Record<string, string>>>({});
  const findProblem = (): string | undefined => {
    if (
      isNameMissing(person) ||
      [person.email, ...Object.values(passwords)].some((text) => text.trim() === "")
    )
      return t`Please fill in all fields`;
    if (passwords.password !== passwords.confirmPassword) return t`Passwords do not match`;
    const weakness = findPasswordProblem(passwords.password);
    return weakness && passwordProblemText(weakness);
  };
  const submit = async () => {
    const problem = findProblem();
    setError(problem);
    setNameErrors({});
    if (problem !== undefined || busy) return;
    setBusy(true);
    try {
      // The session of the reply, because it has just been proven whose it is: the questions that follow need that.
      const body = {
        key,
        ...namesToSend(person),
        email: person.email,
        password: passwords.password,
      };
      await signInWith(() => call(setup.createAdministrator, { body }));
      clear();
      await navigate("/moderation/setup/identity", { replace: true });
    } catch (failure) {
      const fields = failure instanceof ApiError ? failure.fields : {};
      setNameErrors(fields);
      if (!fields["firstName"] && !fields["lastName"]) setError(accountErrorText(failure));
      setBusy(false);
    }
  };
  return {
    person,
    change,
    passwords,
    setPasswords,
    busy,
    error,
    nameErrors,
    submit,
  };
}

function AdministratorForm({ setupKey }: { setupKey: string }) {
  const { t } = useLingui();
  const { person, change, passwords, setPasswords, busy, error, nameErrors, submit } =
    useCreateAdministrator(setupKey);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-ink-2">{t`First create your account. It becomes the administrator, who can change all settings and appoint others.`}</p>
      <NameFields names={person} onChange={change} errors={nameErrors} />
      <TextField
        label={t`E-mail`}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        name="email"
        required
        {...bindText(person.email, (email) => change({ email }))}
      />
      <PasswordPair
        label={t`Password`}
        values={passwords}
        onChange={(typed) =>
          setPasswords((before) => ({
            ...before,
            ...typed,
          }))
        }
      />
      <ErrorNotice error={error} />
      <Button type="submit" size="lg" busy={busy} className="mt-1">
        {busy ? t`Creating the account…` : t`Create the administrator`}
      </Button>
      <p className="text-sm text-ink-3">
        <Trans>
          By creating the account, you confirm that you're 18 or older and agree to the{" "}
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
    </form>
  );
}
