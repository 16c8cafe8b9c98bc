import type { ModeratedPerson } from "@commonlane/contract/moderated";
import { moderation } from "@commonlane/contract/moderation";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { whenDone } from "#shared/forms/when-done.ts";
import { Button } from "#shared/ui/Button.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { useDeed } from "./moderation.queries.ts";
import { WhyDialog } from "./WhyDialog.tsx";
import { SuspendDialog } from "./SuspendDialog.tsx";

/** What can be done about somebody. */
export function PersonDeeds({ person }: { person: ModeratedPerson }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<"warn" | "suspend" | "unsuspend">();
  const onClose = () => setOpen(undefined);
  const { suspendedAt } = person;
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="line" icon="alert" onClick={() => setOpen("warn")}>
        {t`Warn`}
      </Button>
      {suspendedAt ? (
        <Button variant="line" icon="refresh" onClick={() => setOpen("unsuspend")}>
          {t`Lift the suspension`}
        </Button>
      ) : (
        <Button variant="danger" icon="lock" onClick={() => setOpen("suspend")}>
          {t`Suspend`}
        </Button>
      )}
      {open === "warn" && <WarnDialog person={person} onClose={onClose} />}
      {open === "suspend" && <SuspendDialog person={person} onClose={onClose} />}
      {open === "unsuspend" && <UnsuspendDialog person={person} onClose={onClose} />}
    </div>
  );
}

interface DeedProps {
  person: ModeratedPerson;
  onClose: () => void;
}

function WarnDialog({ person, onClose }: DeedProps) {
  const { t } = useLingui();
  const toast = useToast();
  const warn = useDeed(moderation.warn);
  const name = person.name ?? person.email;
  const onWarned = () => {
    toast({ message: t`${name} was warned.`, type: "success" });
    onClose();
  };
  return (
    <WhyDialog
      open
      onClose={onClose}
      title={t`Warn ${name}`}
      label={t`What is wrong`}
      confirm={t`Send the warning`}
      busy={warn.isPending}
      error={warn.error}
      onConfirm={(reason) => whenDone(warn.mutateAsync({ params: { uid: person.uid }, body: { reason } }), onWarned)}
    >
      {t`They read exactly this, as a notice that cannot be turned off.`}
    </WhyDialog>
  );
}

function UnsuspendDialog({ person, onClose }: DeedProps) {
  const { t } = useLingui();
  const lift = useDeed(moderation.unsuspend);
  const name = person.name ?? person.email;
  return (
    <WhyDialog
      open
      onClose={onClose}
      title={t`Lift the suspension of ${name}`}
      label={t`Why`}
      confirm={t`Lift it`}
      busy={lift.isPending}
      error={lift.error}
      onConfirm={(reason) => lift.mutate({ params: { uid: person.uid }, body: { reason } }, { onSuccess: onClose })}
    >
      {t`They can sign in again, and read this.`}
    </WhyDialog>
  );
}
