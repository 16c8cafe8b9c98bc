import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Link } from "#shared/ui/Link.tsx";

/** Links to the outward or return ride and, for the host, to the series. */
export function RelatedRides({ ride, isHost }: { ride: Ride; isHost: boolean }) {
  const { t } = useLingui();
  const { returnId, returnOf, seriesId } = ride;
  if (!returnId && !returnOf && !(isHost && seriesId)) return null;
  const linkLook = buttonClasses("soft", "sm");
  return (
    <nav aria-label={t`Related rides`} className="flex flex-wrap gap-2">
      {returnId && <Link to={`/rides/${returnId}`} className={linkLook}>{t`Return trip`}</Link>}
      {returnOf && <Link to={`/rides/${returnOf}`} className={linkLook}>{t`Outward trip`}</Link>}
      {isHost && seriesId && (
        <Link to={`/series/${seriesId}`} className={linkLook}>{t`All days of this ride`}</Link>
      )}
    </nav>
  );
}
