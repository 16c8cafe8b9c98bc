import type { Ride } from "@commonlane/contract/rides";
import type { StandbyEntry } from "@commonlane/contract/standby";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { shortPickupName } from "#shared/places/pickup-place.ts";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { standbyQueue } from "./standby.queries.ts";

/** Standby queue of a full ride, for the host; renders nothing if empty. */
export function StandbyQueue({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const { data } = useQuery(standbyQueue(ride.id));
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="standby" className="grid gap-3">
      <h3 id="standby" className="text-xl font-bold">{t`On the waitlist`}</h3>
      <p className="text-ink-2">
        {t`Seats that free up go to them in this order. You can also add a seat to the ride.`}
      </p>
      <ol className="grid gap-2">
        {data.items.map((entry) => (
          <QueueEntry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

function QueueEntry({
  entry: { seeker, seats, pickup, dropoff, position },
}: {
  entry: StandbyEntry;
}) {
  const { t } = useLingui();
  const segmentText = `${shortPickupName(pickup)} – ${shortPickupName(dropoff)}`;
  return (
    <li className="flex items-center gap-3 card p-3">
      <span className="num w-5 text-center text-ink-3">{position}</span>
      <Avatar
        uid={seeker.uid}
        name={seeker.displayName}
        initials={seeker.initials}
        photo={seeker.photo}
        size="sm"
      />
      <p className="min-w-0 flex-1">
        <Link
          to={`/profile/${seeker.uid}`}
          className="block truncate font-semibold underline-offset-4 hover:underline"
        >
          {seeker.displayName}
        </Link>
        <span className="text-sm text-ink-2">{t`${plural(seats, {
          one: "# seat",
          other: "# seats",
        })}, ${segmentText}`}</span>
      </p>
      <PersonMenu person={seeker} />
    </li>
  );
}
