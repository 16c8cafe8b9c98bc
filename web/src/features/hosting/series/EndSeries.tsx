import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/api/error-text.ts";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { ReasonDialog } from "#shared/ui/ReasonDialog.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { formatCalendarDates } from "#shared/formatting/weekdays.ts";
import { useEndSeries } from "../hosting.queries.ts";

/** Confirms the end of a series. */
export function EndSeries({ seriesId, onClose }: { seriesId: string; onClose: () => void }) {
  const { t } = useLingui();
  const toast = useToast();
  const endSeries = useEndSeries(seriesId);
  const confirm = (reason: string) =>
    afterMutation(endSeries.mutateAsync(reason), ({ unchangedDays }) => {
      const days = formatCalendarDates(unchangedDays);
      const messageWithDays = t`The recurring ride has ended. Days with passengers stay: ${days}.`;
      toast({
        message: unchangedDays.length > 0 ? messageWithDays : t`The recurring ride has ended.`,
        type: "success",
      });
      onClose();
    });
  return (
    <ReasonDialog
      masked
      open
      onClose={onClose}
      title={t`End these rides?`}
      text={t`No new days are added. Days with passengers stay until you cancel them one by one.`}
      cancelLabel={t`Keep these rides`}
      confirmLabel={t`End these rides`}
      icon="trash"
      onConfirm={confirm}
      busy={endSeries.isPending}
      error={endSeries.error ? errorText(endSeries.error) : undefined}
    />
  );
}
