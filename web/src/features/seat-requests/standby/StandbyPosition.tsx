import type { Ride } from "@commonlane/contract/rides";
import type { StandbyEntry } from "@commonlane/contract/standby";
import { plural, selectOrdinal } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useUndoable } from "#shared/forms/use-undoable.ts";
import { shortPickupName } from "#shared/places/pickup-place.ts";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { UndoBar } from "#shared/ui/UndoBar.tsx";
import { useLeaveStandby } from "./standby.queries.ts";

interface StandbyPositionProps {
  readonly entry: StandbyEntry;
  readonly ride: Ride;
  /** Path of a search for other rides on this segment. */
  readonly otherRides: string;
}

/** The viewer's position in the standby queue, what happens when a seat frees up, and how to leave. */
export function StandbyPosition({ entry, ride, otherRides }: StandbyPositionProps) {
  const { t } = useLingui();
  const leaveStandby = useLeaveStandby();
  const undoableLeave = useUndoable(() => leaveStandby.mutateAsync(entry.id));
  const { seats, pickup, dropoff, afterCancellation } = entry;
  const segmentText = `${shortPickupName(pickup)} – ${shortPickupName(dropoff)}`;
  return (
    <section aria-labelledby="own-place" className="grid gap-3 card p-4">
      <header className="flex flex-wrap items-center gap-2">
        <h2 id="own-place" className="min-w-0 flex-1 text-lg font-bold">
          <PositionText position={entry.position ?? 1} />
        </h2>
        <Pill tone="info" icon="clock">{t`On the waitlist`}</Pill>
      </header>
      <p className="font-semibold">{t`${plural(seats, {
        one: "# seat",
        other: "# seats",
      })}, ${segmentText}`}</p>
      {afterCancellation && <p>{t`Reserved for you because your other ride was cancelled.`}</p>}
      <p className="text-ink-2">
        {ride.approval === "instant"
          ? t`When it's your turn, we'll hold a seat for you and notify you. You don't commit until you confirm.`
          : t`When it's your turn, we'll ask the host for you and notify you.`}
      </p>
      {leaveStandby.error && <Notice tone="bad">{leaveStandby.error.message}</Notice>}
      {undoableLeave.waiting ? (
        <UndoBar text={t`Leaving the waitlist…`} onUndo={undoableLeave.undo} />
      ) : (
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" size="sm" onClick={undoableLeave.start}>
            {t`Leave the waitlist`}
          </Button>
          <Link to={otherRides} className={buttonClasses("line", "sm")}>
            {t`Find other rides`}
          </Link>
        </div>
      )}
    </section>
  );
}

function PositionText({ position }: { position: number }) {
  const { t } = useLingui();
  if (position === 1) return t`You're next in line`;
  if (position === 2) return t`You're second in line`;
  if (position === 3) return t`You're third in line`;
  return t`You're ${selectOrdinal(position, {
    one: "#st",
    two: "#nd",
    few: "#rd",
    other: "#th",
  })} in line`;
}
