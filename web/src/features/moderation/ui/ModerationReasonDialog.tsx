import { MODERATOR_TEXT_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { ReasonDialog } from "#shared/ui/ReasonDialog.tsx";

interface ModerationReasonDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  label: string;
  confirmLabel: string;
  danger?: boolean;
  busy: boolean;
  error: Error | null;
  onConfirm: (reason: string) => void;
  /** Who will read it. */
  children: ReactNode;
  /** What else is to be said. */
  extraFields?: ReactNode;
}

/** Asks why, which moderators always say: it is kept with the deed. */
export function ModerationReasonDialog({ danger, error, children, extraFields, ...rest }: ModerationReasonDialogProps) {
  const { t } = useLingui();
  return (
    <ReasonDialog
      {...rest}
      text={children}
      cancelLabel={t`Cancel`}
      isHarmless={!danger}
      required
      maxLength={MODERATOR_TEXT_MAX_LENGTH}
      error={error ? errorText(error, t`This did not reach the server. Try again.`) : undefined}
    >
      {extraFields}
    </ReasonDialog>
  );
}
