import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { formatList, townName } from "#shared/formatting/format.ts";
import { findFreeSegments } from "#shared/seats/free-segments.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { cx } from "#shared/ui/cx.ts";
import { Link } from "#shared/ui/Link.tsx";
import { pointsOf } from "../ride-segment.ts";
import type { RideLinkState, Walk } from "../walks.ts";

interface FullRideNoteProps {
  readonly ride: Ride;
  readonly seats: number;
  /** Path of the ride's page with the searched segment. */
  readonly to: string;
  readonly walks: readonly Walk[];
  readonly onOpen: () => void;
}

/** Below a full ride: the parts of its route that still have seats, and the way to its waitlist. */
export function FullRideNote({ ride, seats, to, walks, onOpen }: FullRideNoteProps) {
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
