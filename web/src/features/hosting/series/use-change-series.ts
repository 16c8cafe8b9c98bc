import type { RideSeries, SeriesChange } from "@commonlane/contract/ride-series";
import { useLingui } from "@lingui/react/macro";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { formatCalendarDates } from "#shared/formatting/weekdays.ts";
import { useChangeSeries } from "../hosting.queries.ts";

/** Changes all rides of a series without passengers and lists the days that stay unchanged. */
export function useChangeSeriesAndReport(series: RideSeries, onSaved: () => void) {
  const { t } = useLingui();
  const toast = useToast();
  const { mutateAsync, isPending, error } = useChangeSeries(series.id);
  const save = (changes: SeriesChange) =>
    afterMutation(mutateAsync(changes), ({ unchangedDays }) => {
      const days = formatCalendarDates(unchangedDays);
      const messageWithDays = t`The rides were updated. Days left unchanged: ${days}.`;
      toast({
        message: unchangedDays.length > 0 ? messageWithDays : t`The rides were updated.`,
        type: "success",
      });
      onSaved();
    });
  return {
    save,
    isPending,
    error,
  };
}
