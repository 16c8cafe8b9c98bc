import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { isProblem } from "#shared/api/api-error.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { formatDayAndTime } from "#shared/formatting/day-and-time.ts";
import { CancelRequestDialog } from "../CancelRequestDialog.tsx";
import { useConfirmRequest } from "../seat-requests.queries.ts";

/** Asks a passenger to confirm a reserved seat or a changed ride: shows the new and old values and the deadline. */
export function ConfirmChange({ request, ride }: { request: SeatRequest; ride: Ride }) {
  const { t } = useLingui();
  const toast = useToast();
  const confirm = useConfirmRequest(() =>
    toast({
      message: t`You kept your seat. We've notified the host.`,
      type: "success",
    }),
  );
  const [isGivingBack, setGiving] = useState(false);
  const { confirmBy, pickupAt } = request;
  if (!confirmBy) return null;
  const dayAndTime = (at: string) => formatDayAndTime(at, ride.timeZone);
  const onConfirm = () =>
    confirm.mutate({
      id: request.id,
      pickupAt,
    });
  const { error } = confirm;
  return (
    <div className="grid gap-3">
      <Notice tone="warn">
        <p className="font-semibold">
          {request.reserved
            ? t`A seat is free again and held for you. Do you want it?`
            : t`The host changed this ride. Do you still want your seat?`}
        </p>
        <ChangeList request={request} ride={ride} dayAndTime={dayAndTime} />
        <p>{t`Answer by ${dayAndTime(confirmBy)}, or you lose your seat. Giving it up never counts against you.`}</p>
      </Notice>
      {error && (
        <Notice tone="bad">
          {isProblem(error, "status_already_set")
            ? t`The ride changed again. Please check it.`
            : error.message}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          icon="check"
          className="flex-1 basis-44"
          busy={confirm.isPending}
          onClick={onConfirm}
        >
          {request.reserved ? t`Take the seat` : t`Keep my seat`}
        </Button>
        <Button variant="line" className="flex-1 basis-44" onClick={() => setGiving(true)}>
          {t`Give up my seat`}
        </Button>
      </div>
      <CancelRequestDialog
        request={request}
        open={isGivingBack}
        onClose={() => setGiving(false)}
        endedBy="seeker"
      />
    </div>
  );
}

/** Differences from what was agreed. */
function ChangeList({
  request,
  ride,
  dayAndTime,
}: {
  request: SeatRequest;
  ride: Ride;
  dayAndTime: (at: string) => string;
}) {
  const { t } = useLingui();
  const { agreed, pickupAt, dropoffAt } = request;
  if (!agreed) return null;
  const lines: string[] = [];
  if (agreed.pickupAt !== pickupAt)
    lines.push(t`Pickup ${dayAndTime(pickupAt)} instead of ${dayAndTime(agreed.pickupAt)}.`);
  else if (agreed.dropoffAt !== dropoffAt)
    lines.push(t`Arrival ${dayAndTime(dropoffAt)} instead of ${dayAndTime(agreed.dropoffAt)}.`);
  const from = ride.origin.label;
  const fromBefore = agreed.origin.label;
  if (from !== fromBefore) lines.push(t`It starts in ${from} instead of ${fromBefore}.`);
  const to = ride.destination.label;
  const toBefore = agreed.destination.label;
  if (to !== toBefore) lines.push(t`It ends in ${to} instead of ${toBefore}.`);
  return lines.map((line) => <p key={line}>{line}</p>);
}
