import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { formatTime, townName } from "#shared/formatting/format.ts";
import { hostedRides } from "./hosting.queries.ts";
import { distinctRides } from "./draft/past-rides.ts";

const MAX_SHOWN = 2;

/** The host's latest routes, to host again in a few taps; renders nothing without any. */
export function HostAgain() {
  const { t } = useLingui();
  const { uid } = useUser();
  const { data: upcoming } = useQuery(hostedRides(uid, "true"));
  const { data: past } = useQuery(hostedRides(uid, "false"));
  const rides = distinctRides([...(past?.items ?? []), ...(upcoming?.items ?? [])]).slice(
    0,
    MAX_SHOWN,
  );
  if (rides.length === 0) return null;
  const label = ({ origin, destination, departsAt, timeZone }: Ride) =>
    t`${townName(origin.label)} to ${townName(destination.label)}, ${formatTime(departsAt, timeZone)}`;
  return (
    <section aria-labelledby="host-again" className="grid gap-2">
      <h2 id="host-again" className="text-lg font-bold">{t`Host again`}</h2>
      <ul className="flex flex-wrap gap-2">
        {rides.map((ride) => (
          <li key={ride.id} className="min-w-0">
            <Link to={`/host?again=${ride.id}`} className={buttonClasses("soft", "sm")}>
              <Icon name="refresh" className="size-4" />
              {label(ride)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
