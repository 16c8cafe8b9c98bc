import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { cx } from "#shared/ui/cx.ts";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { formatClockTime, townName } from "#shared/formatting/format.ts";
import { dayName } from "./day-name.ts";
import { CompactSearchForm } from "./CompactSearchForm.tsx";
import type { SearchCriteria, CompleteSearchCriteria } from "./search-url.ts";

/** The current search in one line; pressing it opens the form. */
export function SearchSummaryBar({
  criteria,
  onSearch,
}: {
  criteria: CompleteSearchCriteria;
  onSearch: (criteria: SearchCriteria) => void;
}) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const applySearch = (newCriteria: SearchCriteria) => {
    setOpen(false);
    onSearch(newCriteria);
  };
  const seats = t`${plural(criteria.seats, {
    one: "# seat",
    other: "# seats",
  })}`;
  const from = townName(criteria.from.label);
  const to = townName(criteria.to.label);
  const departure = useDepartureText(criteria);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex w-full items-stretch rounded-md border border-line bg-surface text-start shadow-2 hover:bg-sunken"
      >
        <span className="sr-only">{t`Edit search: from ${from} to ${to}, ${departure}, ${seats}`}</span>
        <span
          aria-hidden="true"
          className="grid min-w-0 flex-1 grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto_auto]"
        >
          <SummaryField name={t`From`} value={from} />
          <SummaryField name={t`To`} value={to} className="border-s border-line" />
          <SummaryField
            name={t`When`}
            value={departure}
            className="border-s border-line max-lg:hidden"
          />
          <SummaryField
            name={t`Seats`}
            value={String(criteria.seats)}
            className="border-s border-line max-lg:hidden"
          />
        </span>
        <span
          aria-hidden="true"
          className="m-1.5 grid w-12 place-items-center rounded-sm bg-brand text-on-brand"
        >
          <Icon name="search" />
        </span>
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Edit search`}>
        <div className="min-h-[26rem] pt-1">
          <CompactSearchForm criteria={criteria} onSearch={applySearch} />
        </div>
      </Dialog>
    </>
  );
}

function useDepartureText({ day, time, flexible }: CompleteSearchCriteria): string {
  const { t } = useLingui();
  if (flexible) return t`Around ${dayName(day, "date")}`;
  return time === null ? dayName(day, "short") : `${dayName(day, "date")} ${formatClockTime(time)}`;
}

function SummaryField({
  name,
  value,
  className,
}: {
  name: string;
  value: string;
  className?: string;
}) {
  return (
    <span className={cx("min-w-0 px-3.5 py-2.5 lg:px-2.5", className)}>
      <span className="block text-xs text-ink-3">{name}</span>
      <span dir="auto" className="block truncate leading-5 font-semibold rtl:text-right">
        {value}
      </span>
    </span>
  );
}
