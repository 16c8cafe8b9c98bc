import type { CaptchaAction } from "@commonlane/contract/proof-of-work";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { proofSource } from "#shared/captcha/proof-source.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";

interface EmailFormProps {
  /** Action that needs a proof of work, which is prepared as soon as the form gets focus. */
  action: CaptchaAction;
  email: string;
  onChange: (email: string) => void;
  onSubmit: () => void;
  busy: boolean;
  /** Labels of the button when idle and while the call is running. */
  labels: readonly [rest: string, busy: string];
  /** Messages between the field and the button. */
  children?: ReactNode;
}

/** Form with an e-mail field and a button that sends something to that address. */
export function EmailForm({
  action,
  email,
  onChange,
  onSubmit,
  busy,
  labels,
  children,
}: EmailFormProps) {
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
        {...bindText(email, onChange)}
      />
      {children}
      <Button type="submit" size="lg" busy={busy}>
        {labels[busy ? 1 : 0]}
      </Button>
    </form>
  );
}
