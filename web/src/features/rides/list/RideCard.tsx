import type { RideMatch } from "@commonlane/contract/ride-search";
import type { Ride, NearMissResult } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatMoney, formatTime, townName } from "#shared/formatting/format.ts";
import { Link } from "#shared/ui/Link.tsx";
import { CardPlace, SeatsLeftPill } from "./card-facts.tsx";
import { FullRideNote } from "./FullRideNote.tsx";
import { HostSummary } from "./HostSummary.tsx";
import { describeNearMiss } from "../search/near-miss-text.ts";
import { type RequestedSegment, rideLink } from "../ride-segment.ts";
import { describeHostRoute, describeSegment, toShownSegment } from "./ride-text.ts";
import { usePrefillRide } from "../rides.queries.ts";
import { usePrefillMatch } from "../use-ride-segment.ts";
import type { Walk, RideLinkState } from "../walks.ts";

export interface RideCardProps {
  ride: Ride;
  match?: RideMatch | undefined;
  /** Set for a near miss. */
  miss?: NearMissResult["miss"] | undefined;
  /** The match is full for the seats searched for. */
  isFull?: boolean | undefined;
  /** The selected day; rides of another day show theirs. */
  day?: string | undefined;
  /** Segment that the linked page shows; the entire ride if omitted. */
  segment?: RequestedSegment | undefined;
  /** Ways on foot to and from the segment, drawn on the linked page. */
  walks?: readonly Walk[] | undefined;
  /** A train that fits the match. */
  trainFit?: ReactNode;
  /** The map shows the ride. */
  selected: boolean;
  /** The ride was selected before this list was mounted: on return from its page, the card scrolls into view. */
  selectedBefore?: boolean | undefined;
  /** Called before the ride's page opens. */
  onSelect: () => void;
  /** Called when the mouse or the focus is on the card, and with false when it leaves. */
  onHighlight?: ((isHighlighted: boolean) => void) | undefined;
}

/** Card of a ride in a list, a link to its page. It leads with the viewer's own times and places. */
export function RideCard(props: RideCardProps) {
  const {
    ride,
    match,
    miss,
    isFull,
    day,
    segment,
    walks = [],
    trainFit,
    selected,
    selectedBefore,
    onSelect,
    onHighlight,
  } = props;
  const { t } = useLingui();
  const contribution = (match ?? ride).contribution;
  const price = contribution === null ? t`Free` : formatMoney(contribution);
  const shown = toShownSegment(ride, match);
  const prefillRide = usePrefillRide();
  const prefillMatch = usePrefillMatch();
  const link = rideLink(ride.id, segment);
  const [from, to] = placeNames(ride, match, segment);
  const departs = formatTime(shown.departsAt, shown.timeZone);
  const openRide = () => {
    onSelect();
    prefillRide(ride);
    if (match && segment)
      prefillMatch(
        {
          ride,
          match,
          ...(miss && { miss }),
        },
        segment,
      );
  };
  const card = useRef<HTMLElement>(null);
  useScrollBackIntoView(card, selectedBefore ?? false);
  return (
    <article
      ref={card}
      data-highlighted={selected || undefined}
      onPointerEnter={({ pointerType }) => pointerType === "mouse" && onHighlight?.(true)}
      onPointerLeave={({ pointerType }) => pointerType === "mouse" && onHighlight?.(false)}
      onFocus={() => onHighlight?.(true)}
      onBlur={() => onHighlight?.(false)}
      className={cx(
        "relative scroll-my-24 rounded-lg border bg-surface px-4 py-3 transition-shadow duration-(--d-base)",
        "border-line hover:shadow-2",
        selected && "lg:border-brand lg:shadow-2 lg:ring-1 lg:ring-brand",
      )}
    >
      <h3>
        <Link
          to={link}
          state={{ walks } satisfies RideLinkState}
          onClick={openRide}
          className="absolute inset-0 rounded-lg"
        >
          <span className="sr-only">{t`View ride: ${from} to ${to}, ${departs}, with ${ride.host.displayName}`}</span>
        </Link>
      </h3>
      {/* On the narrowest phones the price goes below long names instead of breaking them. */}
      <div className="flex gap-x-3 gap-y-1 max-[22.5rem]:flex-wrap max-[22.5rem]:gap-x-2">
        <JourneyStrip
          from={<CardPlace name={from} walkM={match?.walkFromM} />}
          to={<CardPlace name={to} walkM={match?.walkToM} />}
          departs={formatTime(shown.departsAt, ride.timeZone)}
          arrives={formatTime(shown.arrivesAt, ride.timeZone)}
          meta={<EstimateText text={describeSegment(ride, shown, day)} />}
          className="min-w-0 flex-1 max-[22.5rem]:basis-auto"
        />
        <p
          className={cx("num ms-auto shrink-0 text-end text-xl leading-6", isFull && "text-ink-3")}
        >
          {price}
        </p>
      </div>
      {miss && <NearMissReasons misses={describeNearMiss(miss)} />}
      <div className="mt-2.5 flex items-center gap-2.5 border-t border-line pt-2.5">
        <HostSummary ride={ride} />
        <SeatsLeftPill seatsLeft={isFull ? 0 : (match ?? ride).seatsLeft} />
      </div>
      {match && (
        <p className="mt-1.5 text-xs text-ink-3">
          <EstimateText text={describeHostRoute(ride, match)} />
        </p>
      )}
      {trainFit}
      {isFull && (
        <FullRideNote
          ride={ride}
          seats={segment?.seats ?? 1}
          to={link}
          walks={walks}
          onOpen={openRide}
        />
      )}
    </article>
  );
}

/** Names of the viewer's ends. A known pickup point keeps its whole name. */
function placeNames(
  { origin, destination }: Ride,
  match: RideMatch | undefined,
  segment: RequestedSegment | undefined,
) {
  const { pickup, dropoff } = segment ?? {
    pickup: origin,
    dropoff: destination,
  };
  return [
    nameOf(pickup, match?.pickup.pickupKind !== undefined),
    nameOf(dropoff, match?.dropoff.pickupKind !== undefined),
  ] as const;
}

const nameOf = ({ label }: { label: string }, isKnownPoint: boolean) =>
  isKnownPoint ? label : townName(label);

function NearMissReasons({ misses }: { misses: readonly string[] }) {
  return (
    <p className="mt-2.5 flex items-start gap-2 rounded-sm bg-warn-soft px-3 py-1.5 text-sm font-semibold text-warn">
      <Icon name="alert" className="mt-px size-4.5" />
      <span className="first-letter:uppercase">
        <EstimateText text={misses.join(" · ")} />
      </span>
    </p>
  );
}

function useScrollBackIntoView(
  card: { current: HTMLElement | null },
  selectedBefore: boolean,
): void {
  const selectedAtMount = useRef(selectedBefore);
  useEffect(() => {
    if (!selectedAtMount.current) return undefined;
    // Runs after the navigation has scrolled the screen to its top.
    const frame = requestAnimationFrame(() =>
      card.current?.scrollIntoView({
        block: "nearest",
        behavior: "instant",
      }),
    );
    return () => cancelAnimationFrame(frame);
  }, [card]);
}
