import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Pill } from "#shared/ui/Pill.tsx";

/** Number of free seats. */
export function SeatsLeftPill({ seatsLeft }: { seatsLeft: number }) {
  const { t } = useLingui();
  if (seatsLeft === 0) return <Pill tone="quiet" icon="seat">{t`Full`}</Pill>;
  if (seatsLeft === 1) return <Pill tone="warn" icon="seat">{t`Last seat`}</Pill>;
  return (
    <Pill tone="ok" icon="seat">
      {t`${plural(seatsLeft, { one: "# seat", other: "# seats" })}`}
    </Pill>
  );
}
