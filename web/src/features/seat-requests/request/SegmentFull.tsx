import type { Ride } from "@commonlane/contract/rides";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { townName } from "#shared/formatting/format.ts";
import {
  type SeatRequestDraft,
  getChosenStops,
  type SegmentSummary,
} from "./seat-request-draft.ts";
import { findFreeSegments } from "#shared/seats/free-segments.ts";
import { pointsOf } from "./segment-availability.ts";

interface SegmentFullProps {
  readonly ride: Ride;
  readonly segment: SegmentSummary;
  readonly draft: SeatRequestDraft;
  readonly otherRides: string;
  readonly onChoose: (stops: Pick<SeatRequestDraft, "pickup" | "dropoff">) => void;
}

/** Explains that this segment is full, which segments are free, and links to other rides. */
export function SegmentFull({ ride, segment, draft, otherRides, onChoose }: SegmentFullProps) {
  const { t } = useLingui();
  const points = pointsOf(ride);
  const pointName = (n: number) => townName(points[n]?.label ?? "");
  const { seats } = draft;
  const { pickup, dropoff } = getChosenStops(ride, segment, draft);
  const segmentText = pickup && dropoff && `${townName(pickup.label)} – ${townName(dropoff.label)}`;
  return (
    <Notice tone="warn">
      <p>
        {t`This part of the ride is full: ${plural(seats, {
          one: "# seat isn't",
          other: "# seats aren't",
        })} available for ${segmentText ?? ""}.`}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {findFreeSegments(ride, seats).map(({ from, to, seatsFree }) => (
          <Button
            key={from}
            variant="line"
            size="sm"
            onClick={() =>
              onChoose({
                pickup: `point-${from}`,
                dropoff: `point-${to}`,
              })
            }
          >
            {t`${pointName(from)} – ${pointName(to)}: ${seatsFree} free`}
          </Button>
        ))}
        <Link to={otherRides} className={buttonClasses("line", "sm")}>
          {t`Find other rides`}
        </Link>
      </div>
    </Notice>
  );
}
