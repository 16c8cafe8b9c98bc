import type { ModeratedPerson } from "@commonlane/contract/moderation-shapes";
import { moderation } from "@commonlane/contract/moderation";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { durationInDays, type SuspensionDuration, DurationField } from "../ui/DurationField.tsx";
import { ModerationReasonDialog } from "../ui/ModerationReasonDialog.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

/** Suspends a user for a time or until the suspension is lifted. */
export function SuspendDialog({
  person,
  reportId,
  onClose,
}: {
  person: ModeratedPerson;
  reportId: string | undefined;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const toast = useToast();
  const suspend = useConsoleAction(moderation.suspend);
  const [duration, setDuration] = useState<SuspensionDuration>("7");
  const [isFraud, setIsFraud] = useState(false);
  const name = person.name ?? person.email;
  const onConfirm = (reason: string) => {
    const body = {
      reason,
      days: durationInDays(duration),
      fraud: isFraud,
      reportId,
    };
    afterMutation(
      suspend.mutateAsync({
        params: { uid: person.uid },
        body,
      }),
      ({ warned }) => {
        const warnedText = t`${name} is suspended; ${plural(warned, {
          one: "# person will be warned",
          other: "# people will be warned",
        })}.`;
        toast({
          message: isFraud ? warnedText : t`${name} is suspended.`,
          type: "success",
        });
        onClose();
      },
    );
  };
  return (
    <ModerationReasonDialog
      open
      onClose={onClose}
      title={t`Suspend ${name}`}
      label={t`Reason`}
      confirmLabel={t`Suspend`}
      danger
      busy={suspend.isPending}
      error={suspend.error}
      onConfirm={onConfirm}
      extraFields={
        <>
          <DurationField value={duration} onChange={setDuration} endlessLabel={t`until lifted`} />
          <CheckField
            label={t`Fraud`}
            hint={t`Warns everyone they messaged or agreed a ride with.`}
            checked={isFraud}
            onChange={setIsFraud}
          />
        </>
      }
    >
      {t`They're signed out and hidden from everyone at once. Agreed seats stay, and the people concerned are notified. The e-mail with the reason and end date follows once this can no longer be undone.`}
    </ModerationReasonDialog>
  );
}
