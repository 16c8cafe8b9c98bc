import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { operator } from "#shared/operator.ts";
import { needWords } from "#shared/profile/need-words.ts";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { moneyText } from "#shared/wording/wording.ts";
import { petWords, roomWords, smokingWords } from "./filter-words.ts";
import type { Filters } from "./found-filters.ts";
import { type FoundOrder, type FoundView, ORDERS } from "./found-rides.ts";

interface ViewChipsProps {
  view: FoundView;
  onShow: (view: FoundView) => void;
}

const chipLook =
  "flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border px-3.5 text-sm font-medium pointer-fine:min-h-9";

/** How the found rides are ordered, and what is asked of them: the usual wishes, and those that are on. */
export function ViewChips({ view, onShow }: ViewChipsProps) {
  const { t } = useLingui();
  const chips = useFilterChips(view.filters);
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label={t`Order and filters`}>
      <OrderChip view={view} onShow={onShow} />
      {chips.map(({ key, label, on, toggled }) => (
        <FilterChip key={key} on={on} onClick={() => onShow({ ...view, filters: { ...view.filters, ...toggled } })}>
          {label}
        </FilterChip>
      ))}
    </div>
  );
}

interface Chip {
  readonly key: string;
  readonly label: string;
  readonly on: boolean;
  /** What pressing it changes. */
  readonly toggled: Partial<Filters>;
}

function useFilterChips({ instant, sameGender, luggage, smoking, pets, needs, mostMinor }: Filters): Chip[] {
  const { t, i18n } = useLingui();
  const room = luggage === null ? undefined : roomWords[luggage];
  const smokes = smokingWords.find(({ value }) => value === smoking) ?? smokingWords[0];
  const animals = petWords.find(({ value }) => value === pets);
  const most = mostMinor === null ? undefined : moneyText({ amountMinor: mostMinor, currency: operator.currency });
  const chips: (Chip | undefined)[] = [
    { key: "instant", label: t`Instant`, on: instant, toggled: { instant: !instant } },
    smokes && {
      key: "smoking",
      label: i18n._(smokes.words),
      on: smoking !== null,
      toggled: { smoking: smoking === null ? smokes.value : null },
    },
    animals && { key: "pets", label: i18n._(animals.words), on: true, toggled: { pets: null } },
    ...needs.map((need) => ({
      key: need,
      label: i18n._(needWords[need]),
      on: true,
      toggled: { needs: needs.filter((other) => other !== need) },
    })),
    room && { key: "luggage", label: i18n._(room), on: true, toggled: { luggage: null } },
    sameGender ? { key: "gender", label: t`My gender only`, on: true, toggled: { sameGender: false } } : undefined,
    most === undefined ? undefined : { key: "most", label: t`At most ${most}`, on: true, toggled: { mostMinor: null } },
  ];
  return chips.filter((chip) => chip !== undefined);
}

function OrderChip({ view, onShow }: ViewChipsProps) {
  const { t } = useLingui();
  const id = useId();
  const labels: Record<FoundOrder, string> = {
    best: t`Best fit`,
    soonest: t`Earliest`,
    cheapest: t`Lowest price`,
    leastWalking: t`Least walking`,
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
