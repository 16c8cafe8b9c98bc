import type { NoShowFault } from "@commonlane/contract/trip-outcomes";
import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { useReportNoShow } from "./trip-outcomes.queries.ts";
import { msg } from "@lingui/core/macro";

/** Reasons why two people did not travel together, as stated by one side and as finally recorded. */
const NO_SHOW_FAULTS = [
  "host-absent",
  "passenger-absent",
  "nobody",
] as const satisfies readonly NoShowFault[];

export const noShowLabels = {
  "host-absent": msg`The host didn't show up`,
  "passenger-absent": msg`The passenger didn't show up`,
  nobody: msg`No one's fault`,
};

interface ReportNoShowDialogProps {
  tripOutcomeId: string;
  name: string;
  /** True if the other side has already reported, and this is the response. */
  isAnswer: boolean;
  open: boolean;
  onClose: () => void;
}

/** Reports why two people did not travel together, from the user's point of view. */
export function ReportNoShowDialog({
  tripOutcomeId,
  name,
  isAnswer,
  open,
  onClose,
}: ReportNoShowDialogProps) {
  const { t } = useLingui();
  const reportNoShow = useReportNoShow(tripOutcomeId, isAnswer);
  const [fault, setFault] = useState<NoShowFault>();
  const [note, setNote] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const send = () => {
    setSubmitted(true);
    if (fault)
      reportNoShow.mutate(
        {
          fault,
          note: note.trim() || null,
        },
        { onSuccess: onClose },
      );
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isAnswer ? t`What happened with ${name}?` : t`Didn't travel with ${name}?`}
      cancelLabel={t`Cancel`}
      busy={reportNoShow.isPending}
      footer={
        <Button busy={reportNoShow.isPending} onClick={send}>
          {t`Send`}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">
          {isAnswer
            ? t`If you both say the same, that's recorded. Otherwise it's recorded as no one's fault.`
            : t`We'll ask ${name}, too. If they don't answer within a day, your account is recorded.`}
        </p>
        <FaultField value={fault} onChange={setFault} />
        {submitted && !fault && <Notice tone="bad">{t`Please choose what happened.`}</Notice>}
        <TextAreaField
          label={t`Comment`}
          optional={t`optional`}
          hint={t`Only ${name} and the moderators can read it.`}
          maxLength={500}
          {...bindText(note, setNote)}
        />
        <ErrorNotice error={reportNoShow.error} />
      </div>
    </Dialog>
  );
}

function FaultField({
  value,
  onChange,
}: {
  value: NoShowFault | undefined;
  onChange: (fault: NoShowFault) => void;
}) {
  const { t, i18n } = useLingui();
  const name = useId();
  return (
    <fieldset className="grid">
      <legend className="mb-1 font-semibold">{t`What happened?`}</legend>
      {NO_SHOW_FAULTS.map((fault) => (
        <label key={fault} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={fault === value}
            onChange={() => onChange(fault)}
            className="size-5 shrink-0 accent-brand"
          />
          {i18n._(noShowLabels[fault])}
        </label>
      ))}
    </fieldset>
  );
}
