import { useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import { formatDistance } from "#shared/formatting/format.ts";
import { Pill } from "#shared/ui/Pill.tsx";

/** Shorter walks are not mentioned, in metres. */
const NO_WALK_M = 30;

/** A pickup or dropoff with the walk there: "Karlsruhe · 400 m walk". */
export function CardPlace({ name, walkM = 0 }: { name: string; walkM?: number | undefined }) {
  const { t } = useLingui();
  const walk = formatDistance(walkM);
  return (
    <>
      {name}
      {walkM >= NO_WALK_M && (
        <span className="text-sm font-normal text-ink-2"> · {t`${walk} walk`}</span>
      )}
    </>
  );
}

/** Number of free seats. */
export function SeatsLeftPill({ seatsLeft }: { seatsLeft: number }) {
  const { t } = useLingui();
  if (seatsLeft === 0) return <Pill tone="quiet" icon="seat">{t`Full`}</Pill>;
  if (seatsLeft === 1) return <Pill tone="warn" icon="seat">{t`Last seat`}</Pill>;
  return (
    <Pill tone="ok" icon="seat">
      {t`${plural(seatsLeft, {
        one: "# seat",
        other: "# seats",
      })}`}
    </Pill>
  );
}
