import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type FocusEvent, useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { DriverCard } from "./DriverCard.tsx";
import { inPlace, type NearDriver } from "./driver-list.ts";

const FIRST = 20;

interface DriverListProps {
  readonly near: readonly NearDriver[];
  /** The name of the place around which they are. */
  readonly town: string;
  readonly selectedId: string | undefined;
  readonly nowMs: number;
  readonly askAt: (near: NearDriver) => string;
  readonly onPoint: (uid: string | undefined) => void;
}

/**
 * Who is active, nearest first: the same as the map, for keyboard and ear. While somebody is in it, it stands still, and
 * nothing moves away under a finger or the focus.
 */
export function DriverList({ near, town, selectedId, nowMs, askAt, onPoint }: DriverListProps) {
  const { t } = useLingui();
  const [order, setOrder] = useState<readonly string[]>();
  const [most, setMost] = useState(FIRST);
  const hold = () => setOrder((held) => held ?? near.map(({ driver }) => driver.uid));
  const letGo = () => setOrder(undefined);
  const ordered = order ? inPlace(near, order) : near;
  // Whoever was chosen on the map comes first, as far as they are away.
  const isSelected = ({ driver }: NearDriver) => driver.uid === selectedId;
  const shown = [...ordered.filter(isSelected), ...ordered.filter((one) => !isSelected(one))];
  const count = t`${plural(near.length, { one: "# driver", other: "# drivers" })} near ${town}`;
  return (
    <section aria-label={t`Active drivers`} className="grid gap-3">
      <p role="status" className="font-display text-lg font-bold">
        {count}
      </p>
      <ul
        className="grid gap-3"
        onPointerEnter={hold}
        onPointerLeave={letGo}
        onFocus={hold}
        onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
          if (!currentTarget.contains(relatedTarget)) letGo();
        }}
      >
        {shown.slice(0, most).map((one) => (
          <DriverCard
            key={one.driver.uid}
            near={one}
            selected={isSelected(one)}
            nowMs={nowMs}
            askAt={askAt(one)}
            onPoint={onPoint}
          />
        ))}
      </ul>
      {shown.length > most && (
        <Button variant="line" onClick={() => setMost(most + FIRST)}>
          {t`Show more`}
        </Button>
      )}
    </section>
  );
}
