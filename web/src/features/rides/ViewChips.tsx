import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { type FoundOrder, type FoundView, ORDERS } from "./found-rides.ts";

interface ViewChipsProps {
  view: FoundView;
  onShow: (view: FoundView) => void;
}

const chipLook =
  "flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border px-3.5 text-sm font-medium pointer-fine:min-h-9";

/** How the found rides are ordered, and which of them are left out. */
export function ViewChips({ view, onShow }: ViewChipsProps) {
  const { t } = useLingui();
  const { instant } = view;
  const twoSeats = view.seats > 1;
  return (
    <div className="flex flex-wrap gap-2">
      <OrderChip view={view} onShow={onShow} />
      <FilterChip on={instant} onClick={() => onShow({ ...view, instant: !instant })}>
        {t`Instant`}
      </FilterChip>
      <FilterChip on={twoSeats} onClick={() => onShow({ ...view, seats: twoSeats ? 1 : 2 })}>
        {t`2+ seats`}
      </FilterChip>
    </div>
  );
}

function OrderChip({ view, onShow }: ViewChipsProps) {
  const { t } = useLingui();
  const id = useId();
  const labels: Record<FoundOrder, string> = {
    best: t`Best fit`,
    earliest: t`Earliest`,
    detour: t`Least detour`,
    walk: t`Closest`,
    price: t`Lowest price`,
  };
  return (
    <span className="relative flex">
      <label htmlFor={id} className="sr-only">
        {t`Order`}
      </label>
      <select
        id={id}
        value={view.order}
        onChange={({ target }) => {
          const order = ORDERS.find((known) => known === target.value);
          if (order) onShow({ ...view, order });
        }}
        className={cx(chipLook, "appearance-none border-line bg-surface pe-9 text-ink-2 hover:bg-sunken")}
      >
        {ORDERS.map((order) => (
          <option key={order} value={order}>
            {labels[order]}
          </option>
        ))}
      </select>
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2 text-ink-2"
      />
    </span>
  );
}

function FilterChip({ on, onClick, children }: { on: boolean; onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onClick}
      className={cx(
        chipLook,
        on ? "border-transparent bg-ink text-paper" : "border-line bg-surface text-ink-2 hover:bg-sunken",
      )}
    >
      {on && <Icon name="check" className="size-4" />}
      {children}
    </button>
  );
}
