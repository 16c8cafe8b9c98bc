import type { Ride } from "@commonlane/contract/rides";
import type { StandbyPlace } from "@commonlane/contract/standby";
import { plural, selectOrdinal } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useUndoable } from "#shared/forms/use-undoable.ts";
import { Button } from "#shared/ui/Button.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { UndoLine } from "#shared/ui/UndoLine.tsx";
import { townOf } from "#shared/wording/wording.ts";
import { useLeaveStandby } from "./standby.queries.ts";

interface OwnPlaceProps {
  readonly place: StandbyPlace;
  readonly ride: Ride;
  /** The address of a search for other rides on this part. */
  readonly otherRides: string;
}

/** Where one stands in the line for a full ride, what happens when a seat comes back, and how to leave. */
export function OwnPlace({ place, ride, otherRides }: OwnPlaceProps) {
  const { t } = useLingui();
  const leave = useLeaveStandby();
  const leaving = useUndoable(() => leave.mutateAsync(place.id));
  const { seats, pickup, dropoff, kept } = place;
  const part = `${townOf(pickup.label)} – ${townOf(dropoff.label)}`;
  return (
    <section aria-labelledby="own-place" className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <header className="flex flex-wrap items-center gap-2">
        <h2 id="own-place" className="min-w-0 flex-1 text-lg font-bold">
          <Position at={place.position ?? 1} />
        </h2>
        <Pill tone="info" icon="clock">{t`On standby`}</Pill>
      </header>
      <p className="font-semibold">{t`${plural(seats, { one: "# seat", other: "# seats" })}, ${part}`}</p>
      {kept && <p>{t`Kept for you because the ride you had was cancelled.`}</p>}
      <p className="text-ink-2">
        {ride.approval === "instant"
          ? t`When a seat comes back and it is your turn, it is held for you and you are told. You are bound to nothing until you confirm.`
          : t`When a seat comes back and it is your turn, the host is asked for you and you are told.`}
      </p>
      {leave.error && <Notice tone="bad">{leave.error.message}</Notice>}
      {leaving.waiting ? (
        <UndoLine text={t`Leaving the line…`} onUndo={leaving.undo} />
      ) : (
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" size="sm" onClick={leaving.start}>
            {t`Leave the line`}
          </Button>
          <Link to={otherRides} className={buttonLook("line", "sm")}>
            {t`Look for other rides`}
          </Link>
        </div>
      )}
    </section>
  );
}

function Position({ at }: { at: number }) {
  const { t } = useLingui();
  if (at === 1) return t`You are next in line`;
  if (at === 2) return t`You are second in line`;
  if (at === 3) return t`You are third in line`;
  return t`You are ${selectOrdinal(at, { one: "#st", two: "#nd", few: "#rd", other: "#th" })} in line`;
}
