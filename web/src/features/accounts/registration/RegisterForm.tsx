import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense } from "react";
import { proofSource } from "#shared/captcha/proof-source.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { PhoneField } from "#shared/forms/PhoneField.tsx";
import { PasswordPair } from "#shared/password/PasswordPair.tsx";
import { NameFields } from "#shared/profile/NameFields.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { InstitutionOfEmail } from "../institution/InstitutionSignIn.tsx";
import type { RegisterValues } from "./use-register-values.ts";

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
export function RegisterForm({
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
