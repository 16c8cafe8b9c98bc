import { useLingui } from "@lingui/react/macro";
import { Button } from "#shared/ui/Button.tsx";
import type { SearchCriteria } from "./search-url.ts";
import { useSearchForm } from "./use-search-form.ts";
import { DayChips, SeatsField, WhenFields, WhereFields } from "./SearchFields.tsx";

/** Compact form with the entire search, for the Home panel and for editing a search. */
export function CompactSearchForm({
  criteria,
  onSearch,
  searchesAtOnce,
}: {
  criteria: SearchCriteria;
  onSearch: (criteria: SearchCriteria) => void;
  /** On phones, choosing the second place searches. */
  searchesAtOnce?: boolean;
}) {
  const { t } = useLingui();
  const form = useSearchForm(criteria, onSearch);
  return (
    <form
      role="search"
      aria-label={t`Find a ride`}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.busy) void form.submit();
      }}
    >
      <WhereFields form={form} searchesAtOnce={searchesAtOnce} />
      <DayChips form={form} />
      <div className="grid gap-3 min-[23rem]:grid-cols-2 sm:grid-cols-[1.35fr_1.2fr_.75fr]">
        <WhenFields form={form} />
        <div className="min-[23rem]:max-sm:col-span-2">
          <SeatsField form={form} />
        </div>
      </div>
      <Button type="submit" icon="search" size="lg" busy={form.busy}>
        {t`Find rides`}
      </Button>
    </form>
  );
}
