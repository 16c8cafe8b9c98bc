import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { errorText } from "#shared/error-text.ts";
import { whenDone } from "#shared/forms/when-done.ts";
import { Button } from "#shared/ui/Button.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { useLateness } from "#shared/profile/use-lateness.ts";
import { ReasonDialog } from "#shared/ui/ReasonDialog.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { useCancelRide, useCompleteRide } from "./rides.queries.ts";
import type { RideStage } from "./ride-stage.ts";

/** What the host can do with the ride, by where it stands. */
export function HostControls({ ride, stage }: { ride: Ride; stage: RideStage }) {
  const { t } = useLingui();
  const [cancelling, setCancelling] = useState(false);
  if (ride.status === "cancelled" || ride.status === "completed") return null;
  return (
    <div className="flex flex-wrap gap-2">
      {stage === "coming" ? (
        <>
          <Link to={`/host?ride=${ride.id}`} className={buttonLook("line")}>
            <Icon name="edit" />
            {t`Change the ride`}
          </Link>
          <Button variant="danger" icon="trash" onClick={() => setCancelling(true)}>
            {t`Cancel the ride`}
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
  const say = () =>
    void complete.mutateAsync(ride).then(
      () => toast({ message: t`The ride is completed. Thank you for driving.`, type: "success" }),
      (error: unknown) =>
        toast({ message: errorText(error, t`This did not reach the server. Try again.`), type: "error" }),
    );
  return (
    <Button icon="flag" busy={complete.isPending} onClick={say}>
      {t`We have arrived`}
    </Button>
  );
}

function CancelDialog({ ride, open, onClose }: { ride: Ride; open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const toast = useToast();
  const cancel = useCancelRide();
  const confirm = (reason: string) =>
    whenDone(cancel.mutateAsync({ ride, reason }), () => {
      onClose();
      toast({ message: t`The ride is cancelled.`, type: "success" });
    });
  const aboard = ride.seatsLeftByLeg.some((seats) => seats < ride.seatsTotal);
  const lateness = useLateness(ride.departsAt);
  const told = t`Everybody aboard and everybody waiting for an answer is told at once. A cancelled ride cannot be brought back.`;
  const failed = t`This did not reach the server, so the ride stands as before. Try again.`;
  return (
    <ReasonDialog
      masked
      open={open}
      onClose={onClose}
      title={t`Cancel this ride?`}
      text={aboard ? `${told} ${lateness}` : told}
      keep={t`Keep the ride`}
      confirm={t`Cancel the ride`}
      icon="trash"
      onConfirm={confirm}
      busy={cancel.isPending}
      error={cancel.error ? errorText(cancel.error, failed) : undefined}
    />
  );
}
