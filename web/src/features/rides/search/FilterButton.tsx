import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { countFilters, type Filters } from "./search-filters.ts";

const FilterDialog = lazyScreen(() => import("./FilterDialog.tsx"), "FilterDialog");

interface FilterButtonProps {
  readonly filters: Filters;
  readonly walkM: number;
  readonly onApply: (filters: Filters, walkM: number) => void;
}

/** Opens the filter dialog and shows how many filters are set. */
export function FilterButton({ filters, walkM, onApply }: FilterButtonProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const count = countFilters(filters);
  return (
    <>
      <Button
        variant="line"
        size="sm"
        icon="filter"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {count === 0
          ? t`Filters`
          : t`${plural(count, {
              one: "# filter",
              other: "# filters",
            })}`}
      </Button>
      {open && (
        <Suspense>
          <FilterDialog
            filters={filters}
            walkM={walkM}
            onClose={() => setOpen(false)}
            onApply={(newFilters, newWalkM) => {
              setOpen(false);
              onApply(newFilters, newWalkM);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
