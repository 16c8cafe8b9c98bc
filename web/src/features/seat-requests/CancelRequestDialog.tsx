import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { useCancellationLateness } from "#shared/profile/use-cancellation-lateness.ts";
import { ReasonDialog } from "#shared/ui/ReasonDialog.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { isUnconfirmed } from "./request-status.ts";
import { useEndRequest } from "./seat-requests.queries.ts";

interface CancelRequestDialogProps {
  readonly request: SeatRequest;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly endedBy: "seeker" | "host";
}

/** Asks once more before a request is withdrawn or a booking cancelled, and for a word to the other person. */
export function CancelRequestDialog({ request, open, onClose, endedBy }: CancelRequestDialogProps) {
  const { t } = useLingui();
  const toast = useToast();
  const endRequest = useEndRequest();
  // Of a ride that was moved what was agreed before counts, and a seat that is held was agreed with nobody yet.
  const lateness = useCancellationLateness(request.agreed?.pickupAt ?? request.pickupAt);
  const pending = request.status === "pending";
  const isGivingBack = isUnconfirmed(request) && endedBy === "seeker";
  const confirmTitle = isGivingBack ? t`Give your seat back?` : t`Cancel this booking?`;
  const title = pending ? t`Withdraw your request?` : confirmTitle;
  const onConfirm = (reason: string) =>
    afterMutation(endRequest.mutateAsync({ id: request.id, reason }), () => {
      const endedText = isGivingBack ? t`Your seat is free again.` : t`The booking was cancelled.`;
      toast({ message: pending ? t`Your request was withdrawn.` : endedText, type: "success" });
      onClose();
    });
  const affectsReliability = !(isUnconfirmed(request) && request.reserved);
  const notifiedText =
    endedBy === "host"
      ? t`Your passenger is told at once, and the seats are free again.`
      : t`The host is told at once, and the seats are free again.`;
  return (
    <ReasonDialog
      masked
      open={open}
      onClose={onClose}
      title={title}
      text={
        pending || isGivingBack
          ? t`The host is told. It never counts against you.`
          : affectsReliability
            ? `${notifiedText} ${lateness}`
            : notifiedText
      }
      cancelLabel={t`Keep it`}
      confirmLabel={pending ? t`Withdraw` : isGivingBack ? t`Give it back` : t`Cancel booking`}
      withoutReason={pending}
      onConfirm={onConfirm}
      busy={endRequest.isPending}
      error={endRequest.error?.message}
    />
  );
}
