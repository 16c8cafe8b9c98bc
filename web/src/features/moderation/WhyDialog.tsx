import { MODERATOR_WORDS_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { errorText } from "#shared/error-text.ts";
import { ReasonDialog } from "#shared/ui/ReasonDialog.tsx";

interface WhyDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  label: string;
  confirm: string;
  danger?: boolean;
  busy: boolean;
  error: Error | null;
  onConfirm: (reason: string) => void;
  /** Who will read it. */
  children: ReactNode;
  /** What else is to be said. */
  more?: ReactNode;
}

/** Asks why, which moderators always say: it is kept with the deed. */
export function WhyDialog({ danger, error, children, more, ...rest }: WhyDialogProps) {
  const { t } = useLingui();
  return (
    <ReasonDialog
      {...rest}
      text={children}
      keep={t`Cancel`}
      mild={!danger}
      required
      maxLength={MODERATOR_WORDS_MAX_LENGTH}
      error={error ? errorText(error, t`This did not reach the server. Try again.`) : undefined}
    >
      {more}
    </ReasonDialog>
  );
}
