import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { accountErrorText } from "#shared/api/account-error-text.ts";
import { isProblem } from "#shared/api/api-error.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { isNameMissing, NameFields, namesToSend } from "#shared/profile/NameFields.tsx";
import { useSession } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { AuthPage } from "../AuthPage.tsx";
import { type ConfirmationProps, createAccount, useContinue } from "./provider-calls.ts";

const InviteCodeField = lazyScreen(
  () => import("../registration/InviteCodeField.tsx"),
  "InviteCodeField",
  "start",
);

/** Creates the account, without opening it before both confirmations are there. */
function useNewAccount({ person, returnTo }: ConfirmationProps) {
  const { t } = useLingui();
  const { signInWith } = useSession();
  const continueTo = useContinue();
  const { firstName, lastName } = person;
  const [values, setValues] = useState({
    firstName,
    lastName,
    hasOneName: false,
    inviteCode: "",
  });
  const [confirmed, setConfirmed] = useState({
    adult: false,
    terms: false,
  });
  const [failure, setFailure] = useState<{
    text: string;
    needsInvite: boolean;
  }>();
  const [busy, setBusy] = useState(false);
  const findProblem = () => {
    if (isNameMissing(values)) return t`Please fill in all fields`;
    return confirmed.adult && confirmed.terms
      ? undefined
      : t`Please confirm your age and the terms.`;
  };
  const submit = async () => {
    const problem = findProblem();
    setFailure(
      problem === undefined
        ? undefined
        : {
            text: problem,
            needsInvite: false,
          },
    );
    if (problem !== undefined || busy) return;
    setBusy(true);
    try {
      await signInWith(async () => {
        const confirmations = {
          isAdult: true,
          acceptsTerms: true,
        } as const;
        const person = {
          ...namesToSend(values),
          inviteCode: values.inviteCode || undefined,
        };
        return (
          await createAccount({
            ...person,
            ...confirmations,
          })
        ).session;
      });
      continueTo(returnTo);
    } catch (error) {
      const needsInvite = isProblem(error, "invite_needed") || isProblem(error, "invite_wrong");
      setFailure({
        text: accountErrorText(error),
        needsInvite,
      });
      setBusy(false);
    }
  };
  return {
    values,
    setValues,
    confirmed,
    setConfirmed,
    failure,
    busy,
    submit,
  };
}

/** First sign-in at an institution: the person checks their name and confirms age and terms, once. */
export function NewAccountForm(props: ConfirmationProps) {
  const { t } = useLingui();
  const { institution, person } = props;
  const { values, setValues, confirmed, setConfirmed, failure, busy, submit } =
    useNewAccount(props);
  return (
    <AuthPage
      title={t`Welcome`}
      intro={<p>{t`${institution} knows you. Please check your name before you join.`}</p>}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <NameFields
          names={values}
          onChange={(names) =>
            setValues({
              ...values,
              ...names,
            })
          }
        />
        <TextField label={t`E-mail`} type="email" value={person.email ?? ""} readOnly />
        <Suspense fallback={null}>
          <InviteCodeField
            isRequired={failure?.needsInvite === true}
            name="inviteCode"
            {...bindText(values.inviteCode, (inviteCode) =>
              setValues({
                ...values,
                inviteCode,
              }),
            )}
          />
        </Suspense>
        <CheckField
          label={t`I'm 18 or older`}
          checked={confirmed.adult}
          onChange={(adult) =>
            setConfirmed({
              ...confirmed,
              adult,
            })
          }
        />
        <CheckField
          label={t`I agree to the Terms of Use and the Privacy Policy`}
          hint={<LegalLinks />}
          checked={confirmed.terms}
          onChange={(terms) =>
            setConfirmed({
              ...confirmed,
              terms,
            })
          }
        />
        {failure && <Notice tone="bad">{failure.text}</Notice>}
        <Button type="submit" size="lg" busy={busy}>
          {busy ? t`Creating the account…` : t`Create account`}
        </Button>
      </form>
    </AuthPage>
  );
}

/** In another tab, because this page cannot be opened again. */
function LegalLinks() {
  return (
    <Trans>
      Read the{" "}
      <a
        href="/terms-of-use"
        target="_blank"
        rel="noreferrer"
        className="text-brand-ink underline underline-offset-4"
      >
        Terms of Use
      </a>{" "}
      and the{" "}
      <a
        href="/privacy-policy"
        target="_blank"
        rel="noreferrer"
        className="text-brand-ink underline underline-offset-4"
      >
        Privacy Policy
      </a>
      .
    </Trans>
  );
}
