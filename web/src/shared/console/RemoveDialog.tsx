import { useLingui } from "@lingui/react/macro";
import { ConsequenceDialog } from "#shared/ui/ConsequenceDialog.tsx";

interface RemoveDialogProps {
  readonly name: string;
  /** What removing it means. */
  readonly text: string;
  readonly removing: {
    readonly isPending: boolean;
    readonly error: Error | null;
  };
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Asks before something that administrators have defined is removed. */
export function RemoveDialog({ name, text, removing, onRemove, onClose }: RemoveDialogProps) {
  const { t } = useLingui();
  return (
    <ConsequenceDialog
      title={t`Remove ${name}?`}
      text={text}
      confirmLabel={t`Remove`}
      call={removing}
      onConfirm={onRemove}
      onClose={onClose}
    />
  );
}
