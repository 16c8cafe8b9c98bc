import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/api/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Notice } from "#shared/ui/Notice.tsx";

interface RemoveDialogProps {
  readonly name: string;
  /** What removing it means. */
  readonly text: string;
  readonly removing: { readonly isPending: boolean; readonly error: Error | null };
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Asks before something that administrators have defined is removed. */
export function RemoveDialog({ name, text, removing: { isPending, error }, onRemove, onClose }: RemoveDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      open
      title={t`Remove ${name}?`}
      onClose={onClose}
      cancelLabel={t`Cancel`}
      busy={isPending}
      footer={
        <Button variant="danger" busy={isPending} onClick={onRemove}>
          {t`Remove`}
        </Button>
      }
    >
      <p className="text-ink-2">{text}</p>
      {error && (
        <Notice tone="bad" className="mt-3">
          {errorText(error, t`Couldn't reach the server. Try again.`)}
        </Notice>
      )}
    </Dialog>
  );
}
