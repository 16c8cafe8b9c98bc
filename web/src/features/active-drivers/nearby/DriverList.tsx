import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type FocusEvent, useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { DriverCard } from "./DriverCard.tsx";
import { keepListOrder, type NearDriver } from "./driver-list.ts";

const PAGE_SIZE = 20;

interface DriverListProps {
  readonly nearDrivers: readonly NearDriver[];
  /** Name of the place searched. */
  readonly town: string;
  readonly selectedId: string | undefined;
  readonly nowMs: number;
  readonly requestLink: (nearDrivers: NearDriver) => string;
  readonly onHighlight: (uid: string | undefined) => void;
}

/**
 * Active drivers, nearest first: the accessible equivalent of the map. While focus or pointer is inside, the order
 * stays fixed, so that no card moves away.
 */
export function DriverList({
  nearDrivers,
  town,
  selectedId,
  nowMs,
  requestLink,
  onHighlight,
}: DriverListProps) {
  const { t } = useLingui();
  const [order, setOrder] = useState<readonly string[]>();
  const [maxShown, setMaxShown] = useState(PAGE_SIZE);
  const freezeOrder = () =>
    setOrder((frozen) => frozen ?? nearDrivers.map(({ driver }) => driver.uid));
  const releaseOrder = () => setOrder(undefined);
  const ordered = order ? keepListOrder(nearDrivers, order) : nearDrivers;
  // A driver selected on the map comes first, regardless of distance.
  const isSelected = ({ driver }: NearDriver) => driver.uid === selectedId;
  const listed = [...ordered.filter(isSelected), ...ordered.filter((one) => !isSelected(one))];
  const count = t`${plural(nearDrivers.length, {
    one: "# driver",
    other: "# drivers",
  })} near ${town}`;
  return (
    <section aria-label={t`Active drivers`} className="grid gap-3">
      <p role="status" className="font-display text-lg font-bold">
        {count}
      </p>
      <ul
        className="grid gap-3"
        onPointerEnter={freezeOrder}
        onPointerLeave={releaseOrder}
        onFocus={freezeOrder}
        onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
          if (!currentTarget.contains(relatedTarget)) releaseOrder();
        }}
      >
        {listed.slice(0, maxShown).map((one) => (
          <DriverCard
            key={one.driver.uid}
            nearDriver={one}
            selected={isSelected(one)}
            nowMs={nowMs}
            requestLink={requestLink(one)}
            onHighlight={onHighlight}
          />
        ))}
      </ul>
      {listed.length > maxShown && (
        <Button variant="line" onClick={() => setMaxShown(maxShown + PAGE_SIZE)}>
          {t`Show more`}
        </Button>
      )}
    </section>
  );
}
