import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Pill } from "#shared/ui/Pill.tsx";

/** How many seats are left. */
export function SeatsPill({ seats }: { seats: number }) {
  const { t } = useLingui();
  if (seats === 0) return <Pill tone="quiet" icon="seat">{t`Full`}</Pill>;
  if (seats === 1) return <Pill tone="warn" icon="seat">{t`Last seat`}</Pill>;
  return (
    <Pill tone="ok" icon="seat">
      {t`${plural(seats, { one: "# seat", other: "# seats" })}`}
    </Pill>
  );
}
