import { DRIVER_VISIBLE_BEFORE_S } from "@commonlane/contract/limits";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { SharePositionField } from "#features/trip-safety/position/SharePositionField.tsx";

interface SharePositionProps {
  readonly ride: Ride;
  readonly passengers: readonly SeatRequest[];
}

/** Lets passengers see the driver come, and says before who sees what. */
export function SharePosition({ ride, passengers }: SharePositionProps) {
  const { t } = useLingui();
  if (passengers.length === 0) return null;
  const firstPickupMs = Math.min(...passengers.map(({ pickupAt }) => Date.parse(pickupAt)));
  const from = new Date(firstPickupMs - DRIVER_VISIBLE_BEFORE_S * 1000).toISOString();
  return (
    <section className="grid gap-1 card p-4">
      <p className="text-ink-2">
        {t`Your passengers see where you are from half an hour before their pickup, and so does anyone with a link that you shared.`}
      </p>
      <SharePositionField
        trip={{ rideId: ride.id, from }}
        timeZone={ride.timeZone}
        label={t`Share my position with them`}
      />
    </section>
  );
}
