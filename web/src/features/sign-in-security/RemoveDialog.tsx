import { useLingui } from "@lingui/react/macro";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { ConsequenceDialog } from "#shared/ui/ConsequenceDialog.tsx";
import { useAccountToast } from "#shared/ui/toasts/Toasts.tsx";
import { useRefreshSignInSecurity } from "./sign-in-security.queries.ts";

interface RemoveDialogProps {
  readonly title: string;
  readonly text: string;
  readonly action: () => Promise<unknown>;
  /** Shown afterwards. */
  readonly done: string;
  readonly onClose: () => void;
}

/** Asks before a passkey or the authenticator app is removed. */
export function RemoveDialog({ title, text, action, done, onClose }: RemoveDialogProps) {
  const { t } = useLingui();
  const toast = useAccountToast();
  const refresh = useRefreshSignInSecurity();
  const { busy, error, attempt } = useAttempt();
  const removeAndRefresh = async () => {
    await action();
    await refresh();
  };
  const remove = async () => {
    if (!(await attempt(t`Couldn't reach the server. Try again.`, removeAndRefresh))) return;
    toast({ message: done, type: "success" });
    onClose();
  };
  return (
    <ConsequenceDialog
      title={title}
      text={text}
      confirmLabel={t`Remove`}
      call={{
        isPending: busy,
        error,
      }}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
