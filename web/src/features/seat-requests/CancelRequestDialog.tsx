import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { ReasonDialog } from "#shared/ui/ReasonDialog.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { isUnconfirmed } from "./request-status.ts";
import { useEndRequest } from "./seat-requests.queries.ts";
import { useCancellationLateness } from "#shared/profile/cancellation-lateness.ts";

interface CancelRequestDialogProps {
  readonly request: SeatRequest;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly endedBy: "seeker" | "host";
}

/** Confirms withdrawing a request or cancelling a booking, with an optional message. */
export function CancelRequestDialog({ request, open, onClose, endedBy }: CancelRequestDialogProps) {
  const { t } = useLingui();
  const toast = useToast();
  const endRequest = useEndRequest();
  // For a moved ride the agreed pickup time counts; a reserved seat was not agreed with anyone yet.
  const lateness = useCancellationLateness(request.agreed?.pickupAt ?? request.pickupAt);
  const pending = request.status === "pending";
  const isGivingBack = isUnconfirmed(request) && endedBy === "seeker";
  const confirmTitle = isGivingBack ? t`Give up your seat?` : t`Cancel this booking?`;
  const title = pending ? t`Withdraw your request?` : confirmTitle;
  const endLabel = isGivingBack ? t`Give it up` : t`Cancel booking`;
  const onConfirm = (reason: string) =>
    afterMutation(
      endRequest.mutateAsync({
        id: request.id,
        reason,
      }),
      () => {
        const endedText = isGivingBack ? t`You gave up your seat.` : t`The booking was cancelled.`;
        toast({
          message: pending ? t`Your request was withdrawn.` : endedText,
          type: "success",
        });
        onClose();
      },
    );
  const affectsReliability = !(isUnconfirmed(request) && request.reserved);
  const notifiedText =
    endedBy === "host"
      ? t`We'll notify your passenger right away and free the seats.`
      : t`We'll notify the host right away and free the seats.`;
  const consequences = () => {
    if (pending || isGivingBack) return t`We'll notify the host. It never counts against you.`;
    return affectsReliability ? `${notifiedText} ${lateness}` : notifiedText;
  };
  return (
    <ReasonDialog
      masked
      open={open}
      onClose={onClose}
      title={title}
      text={consequences()}
      cancelLabel={t`Keep it`}
      confirmLabel={pending ? t`Withdraw` : endLabel}
      withoutReason={pending}
      onConfirm={onConfirm}
      busy={endRequest.isPending}
      error={endRequest.error?.message}
    />
  );
}
