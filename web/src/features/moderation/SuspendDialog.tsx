import type { ModeratedPerson } from "@commonlane/contract/moderated";
import { moderation } from "@commonlane/contract/moderation";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { whenDone } from "#shared/forms/when-done.ts";
import { CheckField } from "#shared/ui/CheckField.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { useDeed } from "./moderation.queries.ts";
import { daysOf, type Term, TermField } from "./TermField.tsx";
import { WhyDialog } from "./WhyDialog.tsx";

/** Suspends somebody for a while or until it is lifted. */
export function SuspendDialog({ person, onClose }: { person: ModeratedPerson; onClose: () => void }) {
  const { t } = useLingui();
  const toast = useToast();
  const suspend = useDeed(moderation.suspend);
  const [term, setTerm] = useState<Term>("7");
  const [fraud, setFraud] = useState(false);
  const name = person.name ?? person.email;
  const onConfirm = (reason: string) => {
    const body = { reason, days: daysOf(term), fraud };
    whenDone(suspend.mutateAsync({ params: { uid: person.uid }, body }), ({ warned }) => {
      const alsoWarned = t`${name} is suspended; ${plural(warned, { one: "# person was warned", other: "# people were warned" })}.`;
      toast({ message: fraud ? alsoWarned : t`${name} is suspended.`, type: "success" });
      onClose();
    });
  };
  return (
    <WhyDialog
      open
      onClose={onClose}
      title={t`Suspend ${name}`}
      label={t`Why`}
      confirm={t`Suspend`}
      danger
      busy={suspend.isPending}
      error={suspend.error}
      onConfirm={onConfirm}
      more={
        <>
          <TermField value={term} onChange={setTerm} endless={t`until it is lifted`} />
          <CheckField
            label={t`For fraud`}
            hint={t`Everybody they wrote to or agreed a ride with is warned.`}
            checked={fraud}
            onChange={setFraud}
          />
        </>
      }
    >
      {t`They are signed out at once, told by mail why and until when, and met by nobody. Seats that were agreed stay; those who agreed them are told.`}
    </WhyDialog>
  );
}
