import type { NoShowFault } from "@commonlane/contract/trip-outcomes";
import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { NO_SHOW_FAULTS, noShowLabels } from "./no-show-labels.ts";
import { useReportNoShow } from "./trip-outcomes.queries.ts";

interface ReportNoShowDialogProps {
  tripOutcomeId: string;
  name: string;
  /** The other side has said it already, and this is the answer. */
  isAnswer: boolean;
  open: boolean;
  onClose: () => void;
}

/** What kept the two from travelling together, in one's own view. */
export function ReportNoShowDialog({ tripOutcomeId, name, isAnswer, open, onClose }: ReportNoShowDialogProps) {
  const { t } = useLingui();
  const reportNoShow = useReportNoShow(tripOutcomeId, isAnswer);
  const [fault, setFault] = useState<NoShowFault>();
  const [note, setNote] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const send = () => {
    setSubmitted(true);
    if (fault) reportNoShow.mutate({ fault, note: note.trim() || null }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isAnswer ? t`How was it?` : t`You did not travel with ${name}?`}
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
            ? t`If you say the same, it stands so. If you say otherwise, it counts as nobody's fault.`
            : t`${name} is asked, too, and has a day to answer. Without an answer it stands as you say it.`}
        </p>
        <FaultField value={fault} onChange={setFault} />
        {submitted && !fault && <Notice tone="bad">{t`Please choose what happened.`}</Notice>}
        <TextAreaField
          label={t`In your words`}
          optional={t`optional`}
          hint={t`Only ${name} and the moderators read it.`}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {reportNoShow.error && (
          <Notice tone="bad">{errorText(reportNoShow.error, t`This did not reach the server. Try again.`)}</Notice>
        )}
      </div>
    </Dialog>
  );
}

function FaultField({ value, onChange }: { value: NoShowFault | undefined; onChange: (fault: NoShowFault) => void }) {
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
