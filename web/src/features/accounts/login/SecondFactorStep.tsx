import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { NumberField } from "#shared/ui/fields/NumberField.tsx";

interface SecondFactorStepProps {
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onSubmit: (code: string) => void;
  readonly onBack: () => void;
  /** By default, the step before was the password. */
  readonly backLabel?: string;
}

/** Second step of a sign-in: the code of the authenticator app, or a recovery code. */
export function SecondFactorStep({
  busy,
  error,
  onSubmit,
  onBack,
  backLabel,
}: SecondFactorStepProps) {
  const { t } = useLingui();
  const [code, setCode] = useState("");
  const [isEmpty, setEmpty] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(code.trim() === "");
    if (!busy && code.trim() !== "") onSubmit(code);
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <NumberField
        label={t`Code from your authenticator app`}
        hint={t`If you can't use the app, enter one of your recovery codes.`}
        name="code"
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        dir="ltr"
        autoFocus
        required
        error={isEmpty ? t`Please enter the code.` : error}
        value={code}
        onChange={setCode}
      />
      <Button type="submit" size="lg" busy={busy}>
        {busy ? t`Signing in...` : t`Sign in`}
      </Button>
      <Button variant="ghost" icon="arrow-start" className="justify-self-start" onClick={onBack}>
        {backLabel ?? t`Back to the password`}
      </Button>
    </form>
  );
}
