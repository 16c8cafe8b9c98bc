import type { Ride } from "@commonlane/contract/rides";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button } from "#shared/ui/Button.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { townOf } from "#shared/wording/wording.ts";
import { type AskDraft, askOf, endsOf, type WantedPart } from "./ask-draft.ts";
import { freeParts, pointsOf } from "./ask-part.ts";
import { WaitForSeats } from "./WaitForSeats.tsx";

interface NoSeatsProps {
  readonly ride: Ride;
  readonly part: WantedPart;
  readonly draft: AskDraft;
  readonly otherRides: string;
  readonly onChoose: (ends: Pick<AskDraft, "pickup" | "dropoff">) => void;
}

/** Says that this part of the ride is full, where on it seats are left, and where to look for others. */
export function NoSeats({ ride, part, draft, otherRides, onChoose }: NoSeatsProps) {
  const { t } = useLingui();
  const points = pointsOf(ride);
  const nameOf = (n: number) => townOf(points[n]?.label ?? "");
  const { seats } = draft;
  const { pickup, dropoff } = endsOf(ride, part, draft);
  const asked = pickup && dropoff && `${townOf(pickup.label)} – ${townOf(dropoff.label)}`;
  return (
    <Notice tone="warn">
      <p>
        {t`This ride is full there: ${plural(seats, { one: "# seat is", other: "# seats are" })} not free on the part ${asked ?? ""}.`}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {freeParts(ride, seats).map(({ from, to, free }) => (
          <Button
            key={from}
            variant="line"
            size="sm"
            onClick={() => onChoose({ pickup: `point-${from}`, dropoff: `point-${to}` })}
          >
            {t`${nameOf(from)} – ${nameOf(to)}: ${free} free`}
          </Button>
        ))}
        <Link to={otherRides} className={buttonLook("line", "sm")}>
          {t`Look for other rides`}
        </Link>
      </div>
      {pickup && dropoff && <WaitForSeats ride={ride} ask={askOf(ride, part, draft)} />}
    </Notice>
  );
}
