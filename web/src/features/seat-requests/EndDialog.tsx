import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { whenDone } from "#shared/forms/when-done.ts";
import { useLateness } from "#shared/profile/use-lateness.ts";
import { ReasonDialog } from "#shared/ui/ReasonDialog.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { isUnconfirmed } from "./request-status.ts";
import { useEnd } from "./seat-requests.queries.ts";

interface EndDialogProps {
  readonly request: SeatRequest;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly by: "seeker" | "host";
}

/** Asks once more before a request is withdrawn or a booking cancelled, and for a word to the other person. */
export function EndDialog({ request, open, onClose, by }: EndDialogProps) {
  const { t } = useLingui();
  const toast = useToast();
  const end = useEnd();
  // Of a ride that was moved what was agreed before counts, and a seat that is held was agreed with nobody yet.
  const lateness = useLateness(request.agreed?.pickupAt ?? request.pickupAt);
  const pending = request.status === "pending";
  const givesBack = isUnconfirmed(request) && by === "seeker";
  const asked = givesBack ? t`Give your seat back?` : t`Cancel this booking?`;
  const title = pending ? t`Withdraw your request?` : asked;
  const onEnd = (reason: string) =>
    whenDone(end.mutateAsync({ id: request.id, reason }), () => {
      const ended = givesBack ? t`Your seat is free again.` : t`The booking was cancelled.`;
      toast({ message: pending ? t`Your request was withdrawn.` : ended, type: "success" });
      onClose();
    });
  const counts = !(isUnconfirmed(request) && request.held);
  const told =
    by === "host"
      ? t`Your passenger is told at once, and the seats are free again.`
      : t`The host is told at once, and the seats are free again.`;
  return (
    <ReasonDialog
      masked
      open={open}
      onClose={onClose}
      title={title}
      text={
        pending || givesBack ? t`The host is told. It never counts against you.` : counts ? `${told} ${lateness}` : told
      }
      keep={t`Keep it`}
      confirm={pending ? t`Withdraw` : givesBack ? t`Give it back` : t`Cancel booking`}
      withoutReason={pending}
      onConfirm={onEnd}
      busy={end.isPending}
      error={end.error?.message}
    />
  );
}
