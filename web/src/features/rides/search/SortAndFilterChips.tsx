import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { startTransition, useId, useOptimistic } from "react";
import { useOwnAudience } from "#shared/audiences/audiences.queries.ts";
import { communitySettings } from "#shared/community-settings.ts";
import { trustMarkList } from "#shared/trust-marks/trust-marks.queries.ts";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { formatMoney } from "#shared/formatting/format.ts";
import { luggageLabels, petOptions, smokingOptions } from "./filter-labels.ts";
import type { Filters } from "./search-filters.ts";
import { type ResultView, SORT_ORDERS, type SortOrder } from "./result-view.ts";
import { needLabels } from "#shared/profile/preference-labels.ts";

interface SortAndFilterChipsProps {
  view: ResultView;
  onViewChange: (view: ResultView) => void;
}

const chipLook =
  "flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border px-3 text-sm lg:px-2.5 font-medium pointer-fine:min-h-9";

/** Sort order and quick filters: the common ones and those that are set. */
export function SortAndFilterChips({ view, onViewChange }: SortAndFilterChipsProps) {
  const { t } = useLingui();
  const [shownView, showView] = useOptimistic(view);
  const chips = useFilterChips(shownView.filters);
  const changeView = (next: ResultView) =>
    startTransition(() => {
      showView(next);
      onViewChange(next);
    });
  return (
    <div
      className="flex gap-2 lg:min-w-0 lg:flex-wrap lg:gap-1.5"
      role="group"
      aria-label={t`Sort and filter`}
    >
      <SortChip view={shownView} onViewChange={changeView} />
      {chips.map(({ key, label, isOn, changes }) => (
        <FilterChip
          key={key}
          isOn={isOn}
          onClick={() =>
            changeView({
              ...shownView,
              filters: {
                ...shownView.filters,
                ...changes,
              },
            })
          }
        >
          {label}
        </FilterChip>
      ))}
    </div>
  );
}

interface Chip {
  readonly key: string;
  readonly label: string;
  readonly isOn: boolean;
  /** Filters that pressing the chip changes. */
  readonly changes: Partial<Filters>;
}

function useFilterChips({
  instant,
  sameGender,
  luggage,
  smoking,
  pets,
  needs,
  mark,
  membersOf,
  maxContributionMinor,
}: Filters): Chip[] {
  const { t, i18n } = useLingui();
  const { data: marks } = useQuery({ ...trustMarkList, enabled: mark !== null });
  const markName = marks?.find(({ id }) => id === mark)?.name ?? t`Trust mark`;
  const name = useOwnAudience(membersOf ?? "")?.name ?? t`a group`;
  const luggageLabel = luggage === null ? undefined : luggageLabels[luggage];
  const smokingOption = smokingOptions.find(({ value }) => value === smoking) ?? smokingOptions[0];
  const petsOption = petOptions.find(({ value }) => value === pets);
  const maxContribution =
    maxContributionMinor === null
      ? undefined
      : formatMoney({ amountMinor: maxContributionMinor, currency: communitySettings.currency });
  const chips: (Chip | undefined)[] = [
    {
      key: "instant",
      label: t({ comment: "Filter: rides that can be booked without asking.", message: "Instant" }),
      isOn: instant,
      changes: { instant: !instant },
    },
    smokingOption && {
      key: "smoking",
      label: i18n._(smokingOption.words),
      isOn: smoking !== null,
      changes: { smoking: smoking === null ? smokingOption.value : null },
    },
    petsOption && {
      key: "pets",
      label: i18n._(petsOption.words),
      isOn: true,
      changes: { pets: null },
    },
    ...needs.map((need) => ({
      key: need,
      label: i18n._(needLabels[need]),
      isOn: true,
      changes: { needs: needs.filter((otherNeed) => otherNeed !== need) },
    })),
    membersOf === null
      ? undefined
      : { key: "group", label: t`Only for: ${name}`, isOn: true, changes: { membersOf: null } },
    mark === null
      ? undefined
      : { key: "mark", label: markName, isOn: true, changes: { mark: null } },
    luggageLabel && {
      key: "luggage",
      label: i18n._(luggageLabel),
      isOn: true,
      changes: { luggage: null },
    },
    sameGender
      ? { key: "gender", label: t`My gender only`, isOn: true, changes: { sameGender: false } }
      : undefined,
    maxContribution === undefined
      ? undefined
      : {
          key: "most",
          label: t`Up to ${maxContribution}`,
          isOn: true,
          changes: { maxContributionMinor: null },
        },
  ];
  return chips.filter((chip) => chip !== undefined);
}

function SortChip({ view, onViewChange }: SortAndFilterChipsProps) {
  const { t } = useLingui();
  const id = useId();
  const labels: Record<SortOrder, string> = {
    best: t`Best match`,
    soonest: t`Earliest`,
    cheapest: t`Lowest price`,
    leastWalking: t`Least walking`,
  };
  return (
    <span className="relative flex">
      <label htmlFor={id} className="sr-only">
        {t`Sort by`}
      </label>
      <select
        id={id}
        value={view.order}
        onChange={({ target }) => {
          const order = SORT_ORDERS.find((option) => option === target.value);
          if (order) onViewChange({ ...view, order });
        }}
        className={cx(
          chipLook,
          "appearance-none border-line bg-surface pe-9 text-ink-2 hover:bg-sunken",
        )}
      >
        {SORT_ORDERS.map((order) => (
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

function FilterChip({
  isOn,
  onClick,
  children,
}: {
  isOn: boolean;
  onClick: () => void;
  children: string;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={cx(
        chipLook,
        isOn
          ? "border-transparent bg-ink text-paper"
          : "border-line bg-surface text-ink-2 hover:bg-sunken",
      )}
    >
      {isOn && <Icon name="check" className="size-4" />}
      {children}
    </button>
  );
}
