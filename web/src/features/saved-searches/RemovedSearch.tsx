import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { useRestoreSavedSearch } from "./saved-searches.queries.ts";
import { searchName } from "./search-text.ts";

/** Placeholder of a removed search with an undo button, until the page is left. */
export function RemovedSearch({
  search,
  onRestored,
}: {
  search: SavedSearch;
  onRestored: () => void;
}) {
  const { t } = useLingui();
  const { mutateAsync, error, isPending } = useRestoreSavedSearch();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.querySelector("button")?.focus(), []);
  const name = searchName(search);
  return (
    <div ref={container} className="grid gap-2 rounded-lg border border-dashed border-edge p-3.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="min-w-0 wrap-anywhere text-ink-2">{t`Removed: ${name}`}</p>
        <Button
          variant="line"
          size="sm"
          busy={isPending}
          onClick={() => afterMutation(mutateAsync(search.id), onRestored)}
          aria-label={t`Undo removing ${name}`}
        >
          {t`Undo`}
        </Button>
      </div>
      <ErrorNotice
        error={error}
        fallback={t`That didn't work. Check your connection and try again.`}
      />
    </div>
  );
}
