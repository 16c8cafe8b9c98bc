import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { RideCard } from "../list/RideCard.tsx";
import { ridesForMembers } from "../rides.queries.ts";

/** The next rides; the page goes on with the members. */
const FIRST_SHOWN = 5;

/** Upcoming rides of a group's members, for the group or for everyone, to its members, and a link to offer one. */
export function RidesForMembers({ audienceId }: { audienceId: string }) {
  const { t } = useLingui();
  const titleId = useId();
  const query = useInfiniteQuery(ridesForMembers(audienceId));
  const [isOpen, setOpen] = useState(false);
  const rides = query.data?.pages.flatMap(({ items }) => items);
  const isFolded = !isOpen && rides !== undefined && rides.length > FIRST_SHOWN;
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <h2 id={titleId} className="text-lg font-bold">{t`Rides of members`}</h2>
      {!rides && <NotLoaded query={query} placeholder={<SkeletonRideCards count={1} />} />}
      {rides?.length === 0 && (
        <p className="text-ink-2">{t`No rides yet. Rides that members offer show up here.`}</p>
      )}
      {rides && rides.length > 0 && (
        <ul className="grid gap-3">
          {rides.slice(0, isFolded ? FIRST_SHOWN : undefined).map((ride) => (
            <li key={ride.id}>
              <RideCard ride={ride} selected={false} onSelect={doNothing} />
            </li>
          ))}
        </ul>
      )}
      {isFolded ? (
        <Button variant="soft" className="justify-self-start" onClick={() => setOpen(true)}>
          {t`More rides`}
        </Button>
      ) : (
        <ShowMore query={query}>{t`More rides`}</ShowMore>
      )}
      <p>
        <Link to={`/host?group=${audienceId}`} className={buttonClasses("soft")}>
          <Icon name="car" />
          {t`Offer a ride to this group`}
        </Link>
      </p>
    </section>
  );
}

const doNothing = () => undefined;
