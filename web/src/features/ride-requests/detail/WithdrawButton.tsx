import type { RideRequest } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/api/error-text.ts";
import { useUndoable } from "#shared/forms/use-undoable.ts";
import { Button } from "#shared/ui/Button.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { UndoBar } from "#shared/ui/UndoBar.tsx";
import { useCancelRequest } from "../ride-requests.queries.ts";

/** Withdraws an open request after a delay during which it can be undone. */
export function WithdrawButton({ request }: { request: RideRequest }) {
  const { t } = useLingui();
  const toast = useToast();
  const { mutateAsync } = useCancelRequest();
  const { waiting, start, undo } = useUndoable(() =>
    mutateAsync(request.id).then(
      () => toast({ message: t`Your request was withdrawn.`, type: "success" }),
      (error: unknown) => toast({ message: errorText(error, t`Couldn't reach the server. Try again.`), type: "error" }),
    ),
  );
  if (!waiting) {
    return (
      <Button variant="ghost" size="sm" onClick={start}>
        {t`Withdraw request`}
      </Button>
    );
  }
  return <UndoBar text={t`Withdrawing…`} onUndo={undo} />;
}
