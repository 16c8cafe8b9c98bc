import type { CaptchaAction } from "@commonlane/contract/proof-of-work";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { proofSource } from "#shared/captcha/proof-source.ts";
import { Button } from "#shared/ui/Button.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";

interface EmailFormProps {
  /** What is asked for, which takes some work that begins when the form is entered. */
  action: CaptchaAction;
  email: string;
  onChange: (email: string) => void;
  onSubmit: () => void;
  busy: boolean;
  /** What the button says, at rest and while the call is under way. */
  labels: readonly [rest: string, busy: string];
  /** What there is to say between the field and the button. */
  children?: ReactNode;
}

/** An address, and a button that has something sent there. */
export function EmailForm({ action, email, onChange, onSubmit, busy, labels, children }: EmailFormProps) {
  const { t } = useLingui();
  return (
    <form
      noValidate
      className="grid gap-4"
      onFocus={() => proofSource().prepareProof(action)}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
    >
      <TextField
        label={t`E-mail`}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        maxLength={254}
        required
        value={email}
        onChange={(event) => onChange(event.target.value)}
      />
      {children}
      <Button type="submit" size="lg" busy={busy}>
        {labels[busy ? 1 : 0]}
      </Button>
    </form>
  );
}
