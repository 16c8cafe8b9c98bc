import type { RideSeries, SeriesChange } from "@commonlane/contract/ride-series";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { whenDone } from "#shared/forms/when-done.ts";
import { useToast } from "#shared/ui/Toasts.tsx";
import { dateText } from "#shared/wording/weekdays.ts";
import { useChangeSeries } from "./hosting.queries.ts";

/** Changes the rides of a series that nobody is on, and says which days stay as they were. */
export function useSaveSeries(series: RideSeries, onSaved: () => void) {
  const { t } = useLingui();
  const toast = useToast();
  const { mutateAsync, isPending, error } = useChangeSeries(series.id);
  const save = (wish: SeriesChange) =>
    whenDone(mutateAsync(wish), ({ kept }) => {
      const days = kept.map(dateText).join(", ");
      const stay = t`The rides were changed; ${days} ${plural(kept.length, { one: "stays as it was", other: "stay as they were" })}.`;
      toast({ message: kept.length > 0 ? stay : t`The rides were changed.`, type: "success" });
      onSaved();
    });
  return { save, isPending, error };
}
