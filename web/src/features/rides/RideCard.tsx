import type { RideMatch } from "@commonlane/contract/ride-search";
import type { Ride, RideMissed } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { buttonLook } from "#shared/ui/button-look.ts";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { moneyText, timeText, townOf } from "#shared/wording/wording.ts";
import { HostLine } from "./HostLine.tsx";
import { missReasons } from "./miss-wording.ts";
import { type AskedPart, rideLink } from "./ride-part.ts";
import { rideMeta } from "./ride-wording.ts";
import { useForeknowledge } from "./rides.queries.ts";
import { SeatsPill } from "./SeatsPill.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { useRememberFound } from "./use-ride-part.ts";

interface RideCardProps {
  ride: Ride;
  match?: RideMatch | undefined;
  /** What it misses if it only nearly fits. */
  miss?: RideMissed["miss"] | undefined;
  /** Why it fits, piece by piece. */
  reasons?: readonly string[] | undefined;
  /** The day that is looked at; a ride of another day names its own. */
  day?: string | undefined;
  /** The part of it that its page shows; the whole ride if left out. */
  part?: AskedPart | undefined;
  selected: boolean;
  /** It was chosen before this list was made: back from its page, the list shows it again. */
  chosenBefore?: boolean | undefined;
  onSelect: () => void;
}

/** A ride in a list. Pressing it draws it on the map and offers its page. */
export function RideCard({ ride, match, miss, reasons, day, part, selected, chosenBefore, onSelect }: RideCardProps) {
  const { t } = useLingui();
  const contribution = match ? match.contribution : ride.contribution;
  const price = contribution === null ? t`Free` : moneyText(contribution);
  const [departs, arrives] = [timeText(ride.departsAt, ride.timeZone), timeText(ride.arrivesAt, ride.timeZone)];
  const [from, end] = [ride.origin.label, ride.destination.label].map(townOf);
  const foreknow = useForeknowledge();
  const rememberFound = useRememberFound();
  const open = () => {
    foreknow(ride);
    if (match && part) rememberFound({ ride, match, ...(miss && { miss }) }, part);
  };
  const card = useRef<HTMLElement>(null);
  useShowWhenBack(card, chosenBefore ?? false);
  return (
    <article
      ref={card}
      className={cx(
        "relative scroll-my-24 rounded-lg border bg-surface p-4 transition-shadow duration-(--d-base)",
        selected ? "border-brand shadow-2 ring-1 ring-brand" : "border-line hover:shadow-2",
      )}
    >
      <h3 className="sr-only">{t`${from ?? ""} to ${end ?? ""}, ${departs}, with ${ride.host.displayName}`}</h3>
      <div className="flex gap-3">
        <JourneyStrip
          from={from ?? ""}
          to={end ?? ""}
          departs={departs}
          arrives={arrives}
          via={ride.stops.length}
          meta={rideMeta(ride, day)}
          className="min-w-0 flex-1"
        />
        <p className="num shrink-0 text-2xl leading-7">{price}</p>
      </div>
      {miss && <Misses misses={missReasons(miss)} />}
      {reasons && <Reasons reasons={reasons} />}
      <div className="mt-3.5 flex items-center gap-2.5 border-t border-line pt-3">
        <HostLine ride={ride} />
        <SeatsPill seats={match ? match.seatsLeft : ride.seatsLeft} />
      </div>
      <button
        type="button"
        aria-pressed={selected}
        aria-label={t`Show on the map: ${from ?? ""} to ${end ?? ""}, ${departs}`}
        onClick={onSelect}
        className="absolute inset-0 rounded-lg"
      />
      {selected && (
        <Link to={rideLink(ride.id, part)} onClick={open} className={cx(buttonLook("soft"), "relative mt-3 w-full")}>
          {t`See the ride`}
          <Icon name="arrow-end" />
        </Link>
      )}
    </article>
  );
}

function Misses({ misses }: { misses: readonly string[] }) {
  return (
    <p className="mt-3 flex items-start gap-2 rounded-sm bg-warn-soft px-3 py-2 text-sm font-semibold text-warn">
      <Icon name="alert" className="mt-px size-4.5" />
      <span className="first-letter:uppercase">{misses.join(" · ")}</span>
    </p>
  );
}

function Reasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <p className="mt-3 flex items-start gap-2 rounded-sm bg-sunken px-3 py-2 text-sm text-ink-2">
      <Icon name="route" className="mt-px size-4.5" />
      <span>{reasons.join(" · ")}</span>
    </p>
  );
}

function useShowWhenBack(card: { current: HTMLElement | null }, chosenBefore: boolean): void {
  const atFirst = useRef(chosenBefore);
  useEffect(() => {
    if (!atFirst.current) return undefined;
    // After the screen's arrival has moved the view to its top.
    const frame = requestAnimationFrame(() => card.current?.scrollIntoView({ block: "nearest", behavior: "instant" }));
    return () => cancelAnimationFrame(frame);
  }, [card]);
}
