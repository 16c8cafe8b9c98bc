import type { Neighbour, NeighbourRide } from "@commonlane/contract/neighbours";
import { useLingui } from "@lingui/react/macro";
import { formatMoney, formatTime } from "#shared/formatting/format.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { toDateAndTime } from "#shared/formatting/time-zones.ts";
import { CardPlace, SeatsLeftPill } from "../list/card-facts.tsx";
import { dayName } from "./day-name.ts";

interface NeighbourRideCardProps {
  readonly ride: NeighbourRide;
  /** The day searched for; rides of another day show theirs. */
  readonly day: string;
}

/** Card of a ride of a neighbouring community, a link to its page there. */
export function NeighbourRideCard({ ride, day }: NeighbourRideCardProps) {
  const { t } = useLingui();
  const { neighbour, url, pickup, dropoff, timeZone, seatsLeft } = ride;
  const { name, host } = neighbour;
  const departs = formatTime(ride.pickupAt, timeZone);
  const { date } = toDateAndTime(timeZone, ride.pickupAt);
  const from = pickup.label;
  const to = dropoff.label;
  return (
    <article className="relative scroll-my-24 card px-4 py-3 transition-shadow duration-(--d-base) hover:shadow-2">
      <h3>
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="absolute inset-0 rounded-lg"
        >
          <span className="sr-only">
            {t`View ride at ${name}: ${from} to ${to}, ${departs}. Opens at ${host}.`}
          </span>
        </a>
      </h3>
      <div className="flex gap-3 max-[22.5rem]:flex-col max-[22.5rem]:gap-1">
        <JourneyStrip
          from={<CardPlace name={from} walkM={ride.walkFromM} />}
          to={<CardPlace name={to} walkM={ride.walkToM} />}
          departs={departs}
          arrives={formatTime(ride.dropoffAt, timeZone)}
          meta={date === day ? undefined : dayName(date, "short")}
          className="min-w-0 flex-1"
        />
        <Price price={ride.price} />
      </div>
      <div className="mt-2.5 flex items-center gap-2.5 border-t border-line pt-2.5">
        <NeighbourLabel neighbour={neighbour} driverName={ride.driverName} />
        {seatsLeft !== null && <SeatsLeftPill seatsLeft={seatsLeft} />}
      </div>
    </article>
  );
}

function Price({ price }: { readonly price: NeighbourRide["price"] }) {
  const { t } = useLingui();
  if (price.kind === "unknown") return null;
  return (
    <p className="num shrink-0 text-end text-xl leading-6">
      {price.kind === "free" ? t`Free` : formatMoney(price.contribution)}
    </p>
  );
}

interface NeighbourLabelProps {
  readonly neighbour: Neighbour;
  readonly driverName: string | null;
}

function NeighbourLabel({ neighbour: { name, host, logoUrl }, driverName }: NeighbourLabelProps) {
  const { t } = useLingui();
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2.5">
      {logoUrl === null ? (
        <span className="grid size-9 shrink-0 place-items-center rounded-md bg-sunken text-ink-2">
          <Icon name="users" />
        </span>
      ) : (
        <img src={logoUrl} alt="" className="size-9 shrink-0 rounded-md object-contain" />
      )}
      <div className="min-w-0 leading-tight">
        <p dir="auto" className="text-sm font-semibold wrap-anywhere">
          {driverName === null ? name : `${name} · ${driverName}`}
        </p>
        <p className="flex items-start gap-1 text-xs text-ink-3">
          <Icon name="external" className="mt-px size-3.5 shrink-0" />
          <span className="wrap-anywhere">{t`opens at ${host}`}</span>
        </p>
      </div>
    </div>
  );
}
