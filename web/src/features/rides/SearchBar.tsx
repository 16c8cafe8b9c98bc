import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { cx } from "#shared/ui/cx.ts";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { townOf } from "#shared/wording/wording.ts";
import { dayName } from "./day-names.ts";
import { SearchForm } from "./SearchForm.tsx";
import type { RideWish, WholeWish } from "./search-url.ts";

/** The search as it stands, in one line; a press on it opens the form to change it. */
export function SearchBar({ wish, onLook }: { wish: WholeWish; onLook: (wish: RideWish) => void }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const change = (next: RideWish) => {
    setOpen(false);
    onLook(next);
  };
  const seats = t`${plural(wish.seats, { one: "# seat", other: "# seats" })}`;
  const [from, to] = [townOf(wish.from.label), townOf(wish.to.label)];
  const when = useWhen(wish);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex w-full items-stretch rounded-md border border-line bg-surface text-start shadow-2 hover:bg-sunken"
      >
        <span className="sr-only">{t`Change the search: from ${from} to ${to}, ${when}, ${seats}`}</span>
        <span
          aria-hidden="true"
          className="grid min-w-0 flex-1 grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto_auto]"
        >
          <Segment name={t`From`} value={from} />
          <Segment name={t`To`} value={to} className="border-s border-line" />
          <Segment name={t`When`} value={when} className="border-s border-line max-lg:hidden" />
          <Segment name={t`Seats`} value={String(wish.seats)} className="border-s border-line max-lg:hidden" />
        </span>
        <span aria-hidden="true" className="m-1.5 grid w-12 place-items-center rounded-sm bg-brand text-on-brand">
          <Icon name="search" />
        </span>
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Change the search`}>
        <div className="min-h-[26rem] pt-1">
          <SearchForm wish={wish} onLook={change} />
        </div>
      </Dialog>
    </>
  );
}

function useWhen({ day, time, flexible }: WholeWish): string {
  const { t } = useLingui();
  if (flexible) return t`Around ${dayName(day, "date")}`;
  return time === null ? dayName(day, "short") : `${dayName(day, "date")} ${time}`;
}

function Segment({ name, value, className }: { name: string; value: string; className?: string }) {
  return (
    <span className={cx("min-w-0 px-3.5 py-2.5", className)}>
      <span className="block text-xs text-ink-3">{name}</span>
      <span className="block truncate leading-5 font-semibold">{value}</span>
    </span>
  );
}
