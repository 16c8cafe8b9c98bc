import type { RideMatch } from "@commonlane/contract/ride-search";
import type { Ride, NearMissResult } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatTimeOnRide } from "#shared/formatting/estimates.ts";
import { formatMoney, formatTime, townName } from "#shared/formatting/format.ts";
import { HostSummary } from "./HostSummary.tsx";
import { describeNearMiss } from "../search/near-miss-text.ts";
import { type RequestedSegment, rideLink } from "../ride-segment.ts";
import { describeRide } from "./ride-text.ts";
import { usePrefillRide } from "../rides.queries.ts";
import { SeatsLeftPill } from "./SeatsLeftPill.tsx";
import { PickupPoint } from "#shared/places/PickupPoint.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { usePrefillMatch } from "../use-ride-segment.ts";
import type { Walk, WalkState } from "../walks.ts";

interface RideCardProps {
  ride: Ride;
  match?: RideMatch | undefined;
  /** Set for a near miss. */
  miss?: NearMissResult["miss"] | undefined;
  /** Reasons why the ride matches, one per item. */
  reasons?: readonly string[] | undefined;
  /** The selected day; rides of another day show theirs. */
  day?: string | undefined;
  /** Segment that the linked page shows; the entire ride if omitted. */
  segment?: RequestedSegment | undefined;
  /** Ways on foot to and from the segment, drawn on the linked page. */
  walks?: readonly Walk[] | undefined;
  selected: boolean;
  /** The ride was selected before this list was mounted: on return from its page, the card scrolls into view. */
  selectedBefore?: boolean | undefined;
  onSelect: () => void;
}

/** Card of a ride in a list. Pressing it shows the ride on the map and offers a link to its page. */
export function RideCard({
  ride,
  match,
  miss,
  reasons,
  day,
  segment,
  walks = [],
  selected,
  selectedBefore,
  onSelect,
}: RideCardProps) {
  const { t } = useLingui();
  const contribution = match ? match.contribution : ride.contribution;
  const price = contribution === null ? t`Free` : formatMoney(contribution);
  const departs = formatTime(ride.departsAt, ride.timeZone);
  const [from, to] = [ride.origin.label, ride.destination.label].map(townName);
  const prefillRide = usePrefillRide();
  const prefillMatch = usePrefillMatch();
  const prefillRidePage = () => {
    prefillRide(ride);
    if (match && segment) prefillMatch({ ride, match, ...(miss && { miss }) }, segment);
  };
  const card = useRef<HTMLElement>(null);
  useScrollBackIntoView(card, selectedBefore ?? false);
  return (
    <article
      ref={card}
      className={cx(
        "relative scroll-my-24 rounded-lg border bg-surface p-4 transition-shadow duration-(--d-base)",
        selected ? "border-brand shadow-2 ring-1 ring-brand" : "border-line hover:shadow-2",
      )}
    >
      <h3 className="sr-only">{t`${from ?? ""} to ${to ?? ""}, ${departs}, with ${ride.host.displayName}`}</h3>
      <div className="flex gap-3">
        <JourneyStrip
          from={from ?? ""}
          to={to ?? ""}
          departs={departs}
          arrives={<EstimateText text={formatTimeOnRide(ride.arrivesAt, ride)} />}
          via={ride.stops.length}
          meta={<EstimateText text={describeRide(ride, day)} />}
          className="min-w-0 flex-1"
        />
        <p className="num shrink-0 text-2xl leading-7">{price}</p>
      </div>
      {match && <PickupPoint place={match.pickup} walkS={match.walkFromS} />}
      {miss && <NearMissReasons misses={describeNearMiss(miss)} />}
      {reasons && <MatchReasons reasons={reasons} />}
      <div className="mt-3.5 flex items-center gap-2.5 border-t border-line pt-3">
        <HostSummary ride={ride} />
        <SeatsLeftPill seatsLeft={match ? match.seatsLeft : ride.seatsLeft} />
      </div>
      <button
        type="button"
        aria-pressed={selected}
        aria-label={t`Show on the map: ${from ?? ""} to ${to ?? ""}, ${departs}`}
        onClick={onSelect}
        className="absolute inset-0 rounded-lg"
      />
      {selected && (
        <Link
          to={rideLink(ride.id, segment)}
          state={{ walks } satisfies WalkState}
          onClick={prefillRidePage}
          className={cx(buttonClasses("soft"), "relative mt-3 w-full")}
        >
          {t`View ride`}
          <Icon name="arrow-end" />
        </Link>
      )}
    </article>
  );
}

function NearMissReasons({ misses }: { misses: readonly string[] }) {
  return (
    <p className="mt-3 flex items-start gap-2 rounded-sm bg-warn-soft px-3 py-2 text-sm font-semibold text-warn">
      <Icon name="alert" className="mt-px size-4.5" />
      <span className="first-letter:uppercase">
        <EstimateText text={misses.join(" · ")} />
      </span>
    </p>
  );
}

function MatchReasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <p className="mt-3 flex items-start gap-2 rounded-sm bg-sunken px-3 py-2 text-sm text-ink-2">
      <Icon name="route" className="mt-px size-4.5" />
      <span>
        <EstimateText text={reasons.join(" · ")} />
      </span>
    </p>
  );
}

function useScrollBackIntoView(card: { current: HTMLElement | null }, selectedBefore: boolean): void {
  const selectedAtMount = useRef(selectedBefore);
  useEffect(() => {
    if (!selectedAtMount.current) return undefined;
    // Runs after the navigation has scrolled the screen to its top.
    const frame = requestAnimationFrame(() => card.current?.scrollIntoView({ block: "nearest", behavior: "instant" }));
    return () => cancelAnimationFrame(frame);
  }, [card]);
}
