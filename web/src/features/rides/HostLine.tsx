import type { Ride } from "@commonlane/contract/rides";
import type { PublicPerson } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { carName } from "./ride-wording.ts";

/** Who hosts, in two short lines: name, then rating and car. */
export function HostLine({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const { host } = ride;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2.5">
      <Avatar name={host.displayName} initials={host.initials} photo={host.photo} size="sm" />
      <div className="min-w-0 flex-1 leading-tight">
        <p className="truncate text-sm font-semibold">{host.displayName}</p>
        <p className="flex min-w-0 items-center gap-1 text-xs text-ink-3">
          <RatingText person={host} />
          {ride.approval === "instant" && <span className="truncate">· {t`instant`}</span>}
          {ride.vehicle && <span className="truncate">· {carName(ride.vehicle)}</span>}
        </p>
      </div>
    </div>
  );
}

/** Stars where there are enough to say something, else that the person is new. */
export function RatingText({ person }: { person: PublicPerson }) {
  const { t } = useLingui();
  const { mean, count } = person.rating;
  if (mean === null || count === 0) return <span className="shrink-0">{t`New`}</span>;
  const stars = mean.toFixed(1);
  return (
    <span className="flex shrink-0 items-center gap-1">
      <Icon name="star" filled className="size-3.5 text-warn" />
      <span className="sr-only">{t`${stars} of 5 stars, ${count} ratings`}</span>
      <span aria-hidden="true">
        {stars} ({count})
      </span>
    </span>
  );
}
