import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { formatDayAndTime } from "#shared/formatting/day-and-time.ts";
import { townName } from "#shared/formatting/format.ts";
import { Link } from "#shared/ui/Link.tsx";

/** The ride of some requests, in one line. */
export function RideLine({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  return (
    <p className="text-sm text-ink-2">
      <Link
        to={`/rides/${ride.id}`}
        className="rounded-sm font-semibold underline-offset-4 hover:underline"
      >
        {t`${townName(ride.origin.label)} to ${townName(ride.destination.label)}`}
      </Link>
      <span>{` · ${formatDayAndTime(ride.departsAt, ride.timeZone)}`}</span>
    </p>
  );
}
