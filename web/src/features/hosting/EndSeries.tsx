import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { errorText } from "#shared/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { TextAreaField } from "#shared/ui/TextField.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { dateText } from "#shared/wording/weekdays.ts";
import { useEndSeries } from "./hosting.queries.ts";

/** Asks once more before a ride stops repeating. */
export function EndSeries({ seriesId, onClose }: { seriesId: string; onClose: () => void }) {
  const { t } = useLingui();
  const toast = useToast();
  const end = useEndSeries(seriesId);
  const [reason, setReason] = useState("");
  const confirm = () =>
    end.mutate(reason.trim(), {
      onSuccess: ({ kept }) => {
        const stay = t`The rides have ended. Somebody is on ${kept.map(dateText).join(", ")}, so that stays.`;
        toast({ message: kept.length > 0 ? stay : t`The rides have ended.`, type: "success" });
        onClose();
      },
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`End these rides?`}
      footer={
        <>
          <Button variant="line" onClick={onClose}>{t`Keep them`}</Button>
          <Button variant="danger" icon="trash" busy={end.isPending} onClick={confirm}>{t`End these rides`}</Button>
        </>
      }
    >
      <div className="grid gap-3 text-ink-2">
        <p>{t`No more days are offered. Days that somebody is on stay, until you cancel them one by one.`}</p>
        <TextAreaField
          label={t`Reason`}
          optional={t`optional`}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {end.isError && (
          <Notice tone="bad">{errorText(end.error, t`This did not reach the server. Try again.`)}</Notice>
        )}
      </div>
    </Dialog>
  );
}
