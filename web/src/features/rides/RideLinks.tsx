import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { buttonLook } from "#shared/ui/button-look.ts";
import { Link } from "#shared/ui/Link.tsx";

/** What belongs to a ride: its way back or there, and for its host the series that it is a day of. */
export function RideLinks({ ride, mine }: { ride: Ride; mine: boolean }) {
  const { t } = useLingui();
  const { returnId, returnOf, seriesId } = ride;
  if (!returnId && !returnOf && !(mine && seriesId)) return null;
  const look = buttonLook("soft", "sm");
  return (
    <nav aria-label={t`Rides that belong to this one`} className="flex flex-wrap gap-2">
      {returnId && <Link to={`/rides/${returnId}`} className={look}>{t`The way back`}</Link>}
      {returnOf && <Link to={`/rides/${returnOf}`} className={look}>{t`The way there`}</Link>}
      {mine && seriesId && <Link to={`/series/${seriesId}`} className={look}>{t`All days of this ride`}</Link>}
    </nav>
  );
}
