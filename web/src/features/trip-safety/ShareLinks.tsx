import { SHARE_LINKS_PER_RIDE_MAX } from "@commonlane/contract/limits";
import type { Ride } from "@commonlane/contract/rides";
import type { TripSafety, RideShare } from "@commonlane/contract/trip-safety";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { formatDayAndTime } from "#shared/formatting/day-and-time.ts";
import { formatTime } from "#shared/formatting/format.ts";
import { getDevicePosition } from "#shared/geo/device-position.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { setSharedTrip } from "./position/shared-trip.ts";
import { SharePositionField } from "./position/SharePositionField.tsx";
import { ShareableText } from "./ShareableText.tsx";
import { useEndShare, useShareRide } from "./trip-safety.queries.ts";

/** Links with which family and friends can follow the ride. Each can be ended. */
export function ShareLinks({ ride, safety }: { ride: Ride; safety: TripSafety }) {
  const { t } = useLingui();
  const [isSharing, setSharing] = useState(false);
  const endShare = useEndShare(ride.id);
  const root = useReturnFocus<HTMLDivElement>(endShare.isPending, "button");
  return (
    <div ref={root} className="grid gap-3">
      <p className="text-ink-2">{t`Family and friends can follow your trip by a link, without an account.`}</p>
      {safety.shares.length < SHARE_LINKS_PER_RIDE_MAX && (
        <Button
          className="justify-self-start"
          variant="line"
          icon="share"
          aria-haspopup="dialog"
          onClick={() => setSharing(true)}
        >
          {safety.shares.length === 0 ? t`Share your trip` : t`Create another link`}
        </Button>
      )}
      {safety.shares.length > 0 && (
        <>
          <ul className="grid divide-y divide-line rounded-md border border-line">
            {safety.shares.map((link, n) => (
              <ShareLinkRow
                key={link.id}
                share={link}
                number={n + 1}
                timeZone={ride.timeZone}
                busy={endShare.isPending && endShare.variables === link.id}
                onEnd={() => endShare.mutate(link.id)}
              />
            ))}
          </ul>
          <SharePositionField
            trip={{
              rideId: ride.id,
              from: safety.opensAt,
            }}
            timeZone={ride.timeZone}
            label={t`Also share my position`}
          />
        </>
      )}
      <ErrorNotice error={endShare.error} />
      {isSharing && (
        <ShareTripDialog ride={ride} safety={safety} onClose={() => setSharing(false)} />
      )}
    </div>
  );
}

interface ShareLinkRowProps {
  share: RideShare;
  number: number;
  timeZone: string;
  busy: boolean;
  onEnd: () => void;
}

function ShareLinkRow({ share, number, timeZone, busy, onEnd }: ShareLinkRowProps) {
  const { t } = useLingui();
  const createdTime = formatTime(share.createdAt, timeZone);
  const openedTime = share.openedAt && formatTime(share.openedAt, timeZone);
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      <p className="min-w-0 flex-1">
        <span className="font-semibold">{t`Link ${number}`}</span>{" "}
        <span className="text-sm text-ink-2">
          {openedTime
            ? t`created at ${createdTime}, last opened at ${openedTime}`
            : t`created at ${createdTime}, not opened yet`}
        </span>
      </p>
      <Button
        variant="line"
        size="sm"
        busy={busy}
        aria-label={t`End link ${number}`}
        onClick={onEnd}
      >
        {t`End`}
      </Button>
    </li>
  );
}

interface ShareTripDialogProps {
  readonly ride: Ride;
  readonly safety: TripSafety;
  readonly onClose: () => void;
}

/** Says who sees what, asks once for the position, and creates a link. The link is shown only here. */
function ShareTripDialog({ ride, safety, onClose }: ShareTripDialogProps) {
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
