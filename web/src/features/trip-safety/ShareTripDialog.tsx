import type { TripSafety } from "@commonlane/contract/trip-safety";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { formatDayAndTime } from "#shared/formatting/day-and-time.ts";
import { getDevicePosition } from "#shared/geo/device-position.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { setSharedTrip } from "./position/shared-trip.ts";
import { ShareableText } from "./ShareableText.tsx";
import { useShareRide } from "./trip-safety.queries.ts";

interface ShareTripDialogProps {
  readonly ride: Ride;
  readonly safety: TripSafety;
  readonly onClose: () => void;
}

/** Says who sees what, asks once for the position, and creates a link. The link is shown only here. */
export function ShareTripDialog({ ride, safety, onClose }: ShareTripDialogProps) {
  const { t } = useLingui();
  const { uid } = useUser();
  const [isPositionShared, setPositionShared] = useState(true);
  const share = useShareRide(ride.id);
  const endsText = formatDayAndTime(safety.endsAt, ride.timeZone);
  const isHost = ride.hostId === uid;

  const create = () => {
    if (isPositionShared) {
      // Browsers ask for permission now, with this tap, and not when the trip begins.
      getDevicePosition().catch(() => undefined);
      setSharedTrip(uid, {
        rideId: ride.id,
        from: safety.opensAt,
      });
    }
    share.mutate();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Share your trip`}
      cancelLabel={share.data ? t`Done` : t`Cancel`}
      footer={
        !share.data && (
          <Button icon="share" busy={share.isPending} onClick={create}>{t`Create link`}</Button>
        )
      }
    >
      <div className="grid gap-4">
        <p>
          {t`Anyone with the link sees the driver, plate, route and ETA. It works from 1 hour before departure until you arrive, at the latest until ${endsText}.`}
        </p>
        {share.data ? (
          <ShareableText
            text={share.data.url}
            label={t`Link to follow your trip`}
            title={t`Follow my trip`}
            isLink
          />
        ) : (
          <CheckField
            label={t`Also share my position`}
            hint={
              isHost
                ? t`While the app is open. Your passengers see it too, from half an hour before their pickup. Only the latest position is stored, and deleted when the trip ends.`
                : t`While the app is open. Only your latest position is stored, and deleted when the trip ends.`
            }
            checked={isPositionShared}
            onChange={setPositionShared}
          />
        )}
        <ErrorNotice error={share.error} />
      </div>
    </Dialog>
  );
}
