import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { dayText, timeText, townOf } from "#shared/wording/wording.ts";
import { type Coming, comingUp } from "./coming-up.ts";
import { ComingPill } from "./ComingPill.tsx";
import { rideLink } from "./ride-part.ts";
import { ownSeatRequests, ridesOfHost, useForeknowledge } from "./rides.queries.ts";
import { useNow } from "#shared/use-now.ts";
import { Link } from "#shared/ui/Link.tsx";

const SHOWN = 3;

/** The reader's own next journeys, as host or aboard, and how each stands; nothing where there are none. */
export function NextForMe() {
  const { t } = useLingui();
  const { uid } = useUser();
  const hosted = useQuery(ridesOfHost(uid));
  const asked = useQuery(ownSeatRequests());
  const now = useNow();
  const coming = comingUp(hosted.data?.items ?? [], asked.data?.items ?? [], now);
  if (coming.length === 0) return null;
  return (
    <section aria-labelledby="next-for-me" className="grid gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="next-for-me" className="text-xl font-bold tracking-[-.02em]">{t`Next for you`}</h2>
        <Link to="/requests" className="rounded-xs font-semibold text-brand-ink underline underline-offset-4">
          {t`All requests`}
        </Link>
      </div>
      <ul className="grid gap-2">
        {coming.slice(0, SHOWN).map((one) => (
          <li key={one.key}>
            <ComingCard coming={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ComingCard({ coming }: { coming: Coming }) {
  const { ride, from, to, startsAt, endsAt, part } = coming;
  const foreknow = useForeknowledge();
  const day = dayText(startsAt, ride.timeZone);
  return (
    <Link
      to={rideLink(ride.id, part)}
      onClick={() => foreknow(ride)}
      className="group block rounded-lg border border-line bg-surface p-3.5 no-underline hover:shadow-2"
    >
      <span className="flex items-center justify-between gap-2">
        <span className="num">{day}</span>
        <ComingPill coming={coming} />
      </span>
      <span className="mt-2 flex items-center gap-3">
        <JourneyStrip
          size="sm"
          from={townOf(from)}
          to={townOf(to)}
          departs={timeText(startsAt, ride.timeZone)}
          arrives={timeText(endsAt, ride.timeZone)}
          className="min-w-0 flex-1"
        />
        <Icon name="chevron-end" className="text-ink-3 group-hover:text-ink" />
      </span>
    </Link>
  );
}
