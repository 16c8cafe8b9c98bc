import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ReasonDialog } from "#shared/ui/ReasonDialog.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useCancelRide, useCompleteRide } from "../rides.queries.ts";
import type { RideStage } from "../ride-stage.ts";
import { useCancellationLateness } from "#shared/profile/cancellation-lateness.ts";

/** Actions that the host can take at this stage of the ride. */
export function HostControls({ ride, stage }: { ride: Ride; stage: RideStage }) {
  const { t } = useLingui();
  const [cancelling, setCancelling] = useState(false);
  if (ride.status === "cancelled" || ride.status === "completed") return null;
  return (
    <div className="flex flex-wrap gap-2">
      {stage === "upcoming" ? (
        <>
          <Link to={`/host?ride=${ride.id}&edit=time`} className={buttonClasses("line")}>
            <Icon name="clock" />
            {t`Edit time`}
          </Link>
          <Link to={`/host?ride=${ride.id}`} className={buttonClasses("line")}>
            <Icon name="edit" />
            {t`Edit ride`}
          </Link>
          <Button variant="danger" icon="trash" onClick={() => setCancelling(true)}>
            {t`Cancel ride`}
          </Button>
        </>
      ) : (
        <CompleteButton ride={ride} />
      )}
      <CancelDialog ride={ride} open={cancelling} onClose={() => setCancelling(false)} />
    </div>
  );
}

function CompleteButton({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const toast = useToast();
  const complete = useCompleteRide();
  const onComplete = () =>
    void complete.mutateAsync(ride).then(
      () =>
        toast({
          message: t`Ride completed. Thanks for driving!`,
          type: "success",
        }),
      (error: unknown) =>
        toast({
          message: errorText(error),
          type: "error",
        }),
    );
  return (
    <Button icon="flag" busy={complete.isPending} onClick={onComplete}>
      {t`We've arrived`}
    </Button>
  );
}

function CancelDialog({ ride, open, onClose }: { ride: Ride; open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const toast = useToast();
  const cancel = useCancelRide();
  const confirm = (reason: string) =>
    afterMutation(
      cancel.mutateAsync({
        ride,
        reason,
      }),
      () => {
        onClose();
        toast({
          message: t`The ride was cancelled.`,
          type: "success",
        });
      },
    );
  const hasPassengers = ride.seatsLeftByLeg.some((seats) => seats < ride.seatsTotal);
  const lateness = useCancellationLateness(ride.departsAt);
  const warning = t`We'll notify everyone with a seat or an open request right away. A cancelled ride can't be restored.`;
  const failureText = t`Couldn't reach the server, so nothing changed. Try again.`;
  return (
    <ReasonDialog
      masked
      open={open}
      onClose={onClose}
      title={t`Cancel this ride?`}
      text={hasPassengers ? `${warning} ${lateness}` : warning}
      cancelLabel={t`Keep ride`}
      confirmLabel={t`Cancel ride`}
      icon="trash"
      onConfirm={confirm}
      busy={cancel.isPending}
      error={cancel.error ? errorText(cancel.error, failureText) : undefined}
    />
  );
}
