import type { ModeratedPerson } from "@commonlane/contract/moderation-shapes";
import { moderation } from "@commonlane/contract/moderation";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { Button } from "#shared/ui/Button.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useModerationAction } from "../moderation.queries.ts";
import { ModerationReasonDialog } from "../ui/ModerationReasonDialog.tsx";
import { SuspendDialog } from "./SuspendDialog.tsx";

/** Actions a moderator can take on a user. */
export function PersonActions({ person }: { person: ModeratedPerson }) {
  const { t } = useLingui();
  const [openDialog, setOpenDialog] = useState<"warn" | "suspend" | "unsuspend">();
  const onClose = () => setOpenDialog(undefined);
  const { suspendedAt } = person;
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="line" icon="alert" onClick={() => setOpenDialog("warn")}>
        {t`Warn`}
      </Button>
      {suspendedAt ? (
        <Button variant="line" icon="refresh" onClick={() => setOpenDialog("unsuspend")}>
          {t`Lift suspension`}
        </Button>
      ) : (
        <Button variant="danger" icon="lock" onClick={() => setOpenDialog("suspend")}>
          {t`Suspend`}
        </Button>
      )}
      {openDialog === "warn" && <WarnDialog person={person} onClose={onClose} />}
      {openDialog === "suspend" && <SuspendDialog person={person} onClose={onClose} />}
      {openDialog === "unsuspend" && <UnsuspendDialog person={person} onClose={onClose} />}
    </div>
  );
}

interface ActionDialogProps {
  person: ModeratedPerson;
  onClose: () => void;
}

function WarnDialog({ person, onClose }: ActionDialogProps) {
  const { t } = useLingui();
  const toast = useToast();
  const warn = useModerationAction(moderation.warn);
  const name = person.name ?? person.email;
  const onWarned = () => {
    toast({ message: t`${name} was warned.`, type: "success" });
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
        afterMutation(warn.mutateAsync({ params: { uid: person.uid }, body: { reason } }), onWarned)
      }
    >
      {t`They receive exactly this text as a notification they can't turn off.`}
    </ModerationReasonDialog>
  );
}

function UnsuspendDialog({ person, onClose }: ActionDialogProps) {
  const { t } = useLingui();
  const lift = useModerationAction(moderation.unsuspend);
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
      onConfirm={(reason) => lift.mutate({ params: { uid: person.uid }, body: { reason } }, { onSuccess: onClose })}
    >
      {t`They can sign in again and will see this.`}
    </ModerationReasonDialog>
  );
}
