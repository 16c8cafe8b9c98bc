import type { RideMatch } from "@commonlane/contract/ride-search";
import type { Ride, NearMissResult } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useRef } from "react";
import { MembersOfNote } from "#shared/audiences/MembersOfNote.tsx";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatList, formatMoney, formatTime, townName } from "#shared/formatting/format.ts";
import { RatingText } from "#shared/profile/RatingText.tsx";
import { findFreeSegments } from "#shared/seats/free-segments.ts";
import { MarkBadges } from "#shared/trust-marks/MarkBadges.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { pointsOf, type RequestedSegment, rideLink } from "../ride-segment.ts";
import { usePrefillRide } from "../rides.queries.ts";
import { describeNearMiss } from "../search/near-miss-text.ts";
import { usePrefillMatch } from "../use-ride-segment.ts";
import type { Walk, RideLinkState } from "../walks.ts";
import { CardPlace, SeatsLeftPill } from "./card-facts.tsx";
import {
  describeHostRoute,
  describeSegment,
  describeVehicle,
  toShownSegment,
} from "./ride-text.ts";

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
    const frame = requestAnimationFrame(() => {
      const { top = 0, bottom = 0 } = card.current?.getBoundingClientRect() ?? {};
      // What was left with a part of the card in view stays as it was.
      if (bottom > 0 && top < innerHeight) return;
      card.current?.scrollIntoView({ block: "nearest", behavior: "instant" });
    });
    return () => cancelAnimationFrame(frame);
  }, [card]);
}

interface FullRideNoteProps {
  readonly ride: Ride;
  readonly seats: number;
  /** Path of the ride's page with the searched segment. */
  readonly to: string;
  readonly walks: readonly Walk[];
  readonly onOpen: () => void;
}

/** Below a full ride: the parts of its route that still have seats, and the way to its waitlist. */
function FullRideNote({ ride, seats, to, walks, onOpen }: FullRideNoteProps) {
  const { t } = useLingui();
  const points = pointsOf(ride);
  const nameOf = (n: number) => townName(points[n]?.label ?? "");
  const free = findFreeSegments(ride, seats).map(
    ({ from, to, seatsFree }) => t`${nameOf(from)} – ${nameOf(to)}: ${seatsFree} free`,
  );
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p className="min-w-0 flex-1 basis-40 text-sm text-ink-2">
        {free.length > 0 ? formatList(free) : t`No seats on any part`}
      </p>
      <Link
        to={to}
        state={
          {
            walks,
            opensBooking: true,
          } satisfies RideLinkState
        }
        onClick={onOpen}
        className={cx(buttonClasses("soft", "sm"), "relative")}
      >
        {t`Join the waitlist`}
      </Link>
    </div>
  );
}

/** Host summary in two short lines: name, then rating, instant booking and vehicle. */
function HostSummary({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const { host } = ride;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2.5">
      <Avatar
        uid={host.uid}
        name={host.displayName}
        initials={host.initials}
        photo={host.photo}
        size="sm"
      />
      <div className="min-w-0 flex-1 leading-tight">
        <p className="truncate text-sm font-semibold">{host.displayName}</p>
        {/* One line: a vehicle of which only a letter would be seen wraps out of it. */}
        <p className="-mb-1 flex h-5 min-w-0 flex-wrap content-start items-center gap-x-1 gap-y-2 overflow-hidden text-xs text-ink-3">
          <RatingText person={host} />
          {ride.approval === "instant" && <span className="shrink-0">· {t`instant`}</span>}
          {ride.vehicle && (
            <span className="flex min-w-0 grow basis-16 gap-1">
              <span>·</span>
              <span dir="auto" className="truncate">
                {describeVehicle(ride.vehicle)}
              </span>
            </span>
          )}
        </p>
        <MarkBadges marks={host.marks} className="mt-1" />
        <MembersOfNote membersOf={ride.membersOf} className="mt-1" />
      </div>
    </div>
  );
}
