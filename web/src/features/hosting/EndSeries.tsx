import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/error-text.ts";
import { whenDone } from "#shared/forms/when-done.ts";
import { ReasonDialog } from "#shared/ui/ReasonDialog.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { dateText } from "#shared/wording/weekdays.ts";
import { useEndSeries } from "./hosting.queries.ts";

/** Asks once more before a ride stops repeating. */
export function EndSeries({ seriesId, onClose }: { seriesId: string; onClose: () => void }) {
  const { t } = useLingui();
  const toast = useToast();
  const end = useEndSeries(seriesId);
  const confirm = (reason: string) =>
    whenDone(end.mutateAsync(reason), ({ kept }) => {
      const days = kept.map(dateText).join(", ");
      const stay = t`The rides have ended. Somebody is on ${days}, so ${plural(kept.length, { one: "that stays", other: "those stay" })}.`;
      toast({ message: kept.length > 0 ? stay : t`The rides have ended.`, type: "success" });
      onClose();
    });
  return (
    <ReasonDialog
      masked
      open
      onClose={onClose}
      title={t`End these rides?`}
      text={t`No more days are offered. Days that somebody is on stay, until you cancel them one by one.`}
      keep={t`Keep them`}
      confirm={t`End these rides`}
      icon="trash"
      onConfirm={confirm}
      busy={end.isPending}
      error={end.error ? errorText(end.error, t`This did not reach the server. Try again.`) : undefined}
    />
  );
}
