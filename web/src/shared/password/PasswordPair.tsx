import { useLingui } from "@lingui/react/macro";
import { bindText } from "../forms/bind-text.ts";
import { PasswordField } from "../ui/fields/PasswordField.tsx";
import { PasswordMeter } from "./PasswordMeter.tsx";

/** A new password and its repetition. */
export interface PasswordEntry {
  password: string;
  confirmPassword: string;
}

interface PasswordPairProps {
  /** Label of the first field. */
  label: string;
  values: PasswordEntry;
  onChange: (change: Partial<PasswordEntry>) => void;
}

/** The two fields of a new password, with a strength meter. */
export function PasswordPair({ label, values, onChange }: PasswordPairProps) {
  const { t } = useLingui();
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        required
        {...bindText(values.password, (password) => onChange({ password }))}
        hint={<PasswordMeter password={values.password} />}
      />
      <PasswordField
        label={t`Confirm password`}
        name="confirmPassword"
        autoComplete="new-password"
        required
        {...bindText(values.confirmPassword, (confirmPassword) => onChange({ confirmPassword }))}
      />
    </>
  );
}
