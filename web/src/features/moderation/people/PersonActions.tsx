import { moderation } from "@commonlane/contract/moderation";
import type { ModeratedPerson } from "@commonlane/contract/moderation-shapes";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { durationInDays, type SuspensionDuration, DurationField } from "../ui/DurationField.tsx";
import { ModerationReasonDialog } from "../ui/ModerationReasonDialog.tsx";

interface PersonActionsProps {
  person: ModeratedPerson;
  /** The report that is answered. */
  reportId?: string;
  only?: "warn" | "suspend";
  /** Makes it the main button. */
  isSuggested?: boolean;
}

/** Actions a moderator can take on a user. */
export function PersonActions({ person, reportId, only, isSuggested = false }: PersonActionsProps) {
  const { t } = useLingui();
  const [openDialog, setOpenDialog] = useState<"warn" | "suspend" | "unsuspend">();
  const onClose = () => setOpenDialog(undefined);
  const { suspendedAt } = person;
  return (
    <div className="flex flex-wrap gap-2">
      {only !== "suspend" && (
        <Button
          variant={isSuggested ? "solid" : "line"}
          icon="alert"
          onClick={() => setOpenDialog("warn")}
        >
          {t({
            comment: "Button of moderators: send a warning to this person.",
            message: "Warn",
          })}
        </Button>
      )}
      {only !== "warn" && suspendedAt && (
        <Button variant="line" icon="refresh" onClick={() => setOpenDialog("unsuspend")}>
          {t`Lift suspension`}
        </Button>
      )}
      {only !== "warn" && !suspendedAt && (
        <Button
          variant={isSuggested ? "solid" : "danger"}
          icon="lock"
          onClick={() => setOpenDialog("suspend")}
        >
          {t`Suspend`}
        </Button>
      )}
      {openDialog === "warn" && (
        <WarnDialog person={person} reportId={reportId} onClose={onClose} />
      )}
      {openDialog === "suspend" && (
        <SuspendDialog person={person} reportId={reportId} onClose={onClose} />
      )}
      {openDialog === "unsuspend" && <UnsuspendDialog person={person} onClose={onClose} />}
    </div>
  );
}

interface ActionDialogProps {
  person: ModeratedPerson;
  onClose: () => void;
}

function WarnDialog({
  person,
  reportId,
  onClose,
}: ActionDialogProps & { reportId: string | undefined }) {
  const { t } = useLingui();
  const toast = useToast();
  const warn = useConsoleAction(moderation.warn);
  const name = person.name ?? person.email;
  const onWarned = () => {
    toast({
      message: t`Warning for ${name} recorded.`,
      type: "success",
    });
    onClose();
  };
  return (
    <ModerationReasonDialog
      open
      onClose={onClose}
      title={t`Warn ${name}`}
      label={t`Reason`}
      confirmLabel={t`Send warning`}
      busy={warn.isPending}
      error={warn.error}
      onConfirm={(reason) =>
        afterMutation(
          warn.mutateAsync({
            params: { uid: person.uid },
            body: { reason, reportId },
          }),
          onWarned,
        )
      }
    >
      {t`They get exactly this text as a notification they can't turn off, once it can no longer be undone.`}
    </ModerationReasonDialog>
  );
}

function UnsuspendDialog({ person, onClose }: ActionDialogProps) {
  const { t } = useLingui();
  const lift = useConsoleAction(moderation.unsuspend);
  const name = person.name ?? person.email;
  return (
    <ModerationReasonDialog
      open
      onClose={onClose}
      title={t`Lift suspension of ${name}`}
      label={t`Reason`}
      confirmLabel={t`Lift suspension`}
      busy={lift.isPending}
      error={lift.error}
      onConfirm={(reason) =>
        lift.mutate(
          {
            params: { uid: person.uid },
            body: { reason },
          },
          { onSuccess: onClose },
        )
      }
    >
      {t`They can sign in again and will see this.`}
    </ModerationReasonDialog>
  );
}

/** Suspends a user for a time or until the suspension is lifted. */
function SuspendDialog({
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
