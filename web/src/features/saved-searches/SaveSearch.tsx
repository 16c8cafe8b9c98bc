import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "#shared/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { ownSavedSearches, type SearchToSave, useSave } from "./saved-searches.queries.ts";
import { whenText } from "./when-text.ts";

/** A search that somebody looks at, with its window. */
export interface LookedFor extends SearchToSave {
  readonly departsAfter: string;
  readonly departsBefore: string;
  readonly timeZone: string;
}

/** Keeps what is looked for, so that new rides are told: for its day, or for any. */
export function SaveSearch({ search: { timeZone, ...search } }: { search: LookedFor }) {
  const { t } = useLingui();
  const { data } = useQuery(ownSavedSearches);
  const { mutate, error, isPending, variables } = useSave();
  const anyDay: SearchToSave = { ...search, departsAfter: null, departsBefore: null, at: null };
  const kept = data?.items.filter((saved) => saved.status === "active" && isSameWay(saved, search)) ?? [];
  const keptForDay = kept.some(({ departsAfter }) => sameInstant(departsAfter, search.departsAfter));
  const keptForAny = kept.some(({ departsAfter }) => departsAfter === null);
  const when = whenText({ ...search, timeZone });
  const isSaving = (which: "day" | "any") => isPending && (variables.departsAfter === null) === (which === "any");
  return (
    <section aria-label={t`Hear of new rides`} className="grid gap-2.5 rounded-lg border border-line bg-surface p-3.5">
      <p className="flex gap-2.5" role="status">
        <Icon name={keptForDay || keptForAny ? "check-circle" : "bell"} className="mt-0.5 shrink-0 text-brand-ink" />
        {keptForDay || keptForAny ? (
          <span>
            {keptForAny ? t`You hear of each new ride on this way.` : t`You hear of each new ride that fits.`}{" "}
            <Link to="/saved-searches" className="font-semibold text-brand-ink underline underline-offset-4">
              {t`Saved searches`}
            </Link>
          </span>
        ) : (
          <span className="font-semibold">{t`Hear of new rides on this way`}</span>
        )}
      </p>
      {!keptForAny && (
        <div className="flex flex-wrap gap-2">
          {!keptForDay && (
            <Button variant="soft" size="sm" busy={isSaving("day")} onClick={() => mutate(search)}>
              {t`Save for ${when}`}
            </Button>
          )}
          <Button variant="line" size="sm" busy={isSaving("any")} onClick={() => mutate(anyDay)}>
            {t`Save for any day`}
          </Button>
        </div>
      )}
      {error && (
        <Notice tone="bad">{errorText(error, t`It could not be saved. Check your connection and try again.`)}</Notice>
      )}
    </section>
  );
}

const isSameWay = (saved: SavedSearch, search: SearchToSave): boolean =>
  samePlace(saved.origin, search.origin) &&
  samePlace(saved.destination, search.destination) &&
  saved.seats === (search.seats ?? 1) &&
  saved.walkM === search.walkM &&
  wishText(saved.wishes) === wishText(search.wishes ?? {});

const wishText = (wishes: object): string =>
  Object.entries(wishes)
    .map(([name, wish]) => `${name} ${wish}`)
    .toSorted((a, b) => a.localeCompare(b, "en"))
    .join();

const DEGREES = 1e-5;
const samePlace = (a: { lat: number; lng: number }, b: { lat: number; lng: number }): boolean =>
  Math.abs(a.lat - b.lat) < DEGREES && Math.abs(a.lng - b.lng) < DEGREES;

const sameInstant = (a: string | null, b: string): boolean => a !== null && Date.parse(a) === Date.parse(b);
