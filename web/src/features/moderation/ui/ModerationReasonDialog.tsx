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
  /** Explains who will see the reason. */
  children: ReactNode;
  /** Further fields of the form. */
  extraFields?: ReactNode;
}

/** Asks for the reason of a moderation action, which is stored in the audit log. */
export function ModerationReasonDialog({
  danger,
  error,
  children,
  extraFields,
  ...rest
}: ModerationReasonDialogProps) {
  const { t } = useLingui();
  return (
    <ReasonDialog
      {...rest}
      text={children}
      cancelLabel={t`Cancel`}
      isHarmless={!danger}
      required
      maxLength={MODERATOR_TEXT_MAX_LENGTH}
      error={error ? errorText(error) : undefined}
    >
      {extraFields}
    </ReasonDialog>
  );
}
