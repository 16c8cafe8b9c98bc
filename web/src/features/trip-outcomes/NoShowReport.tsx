import type { NoShowFault, TripOutcome } from "@commonlane/contract/trip-outcomes";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { formatDayAndTime } from "#shared/formatting/day-and-time.ts";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useReportNoShow } from "./trip-outcomes.queries.ts";

interface NoShowReportProps {
  tripOutcome: TripOutcome;
  isHost: boolean;
  name: string;
}

/** No-show report: the button to file it in time, what each side stated, and the outcome. */
export function NoShowReport({ tripOutcome, isHost, name }: NoShowReportProps) {
  const { t } = useLingui();
  const [isReporting, setReporting] = useState(false);
  const { dispute, disputeUntil, id } = tripOutcome;
  const isOwnReport = dispute !== null && (dispute.claim.by === "host") === isHost;
  // Only the server knows the exact deadline; after it, the dispute is settled soon.
  const canAnswer = dispute !== null && !isOwnReport && dispute.outcome === null;
  return (
    <>
      {dispute && <DisputeDetails dispute={dispute} isOwnReport={isOwnReport} name={name} />}
      {(disputeUntil !== null || canAnswer) && (
        <Button
          variant={canAnswer ? "solid" : "ghost"}
          size="sm"
          className="justify-self-start"
          onClick={() => setReporting(true)}
        >
          {canAnswer ? t`Give your account` : t`We didn't travel`}
        </Button>
      )}
      <ReportNoShowDialog
        tripOutcomeId={id}
        name={name}
        isAnswer={canAnswer}
        open={isReporting}
        onClose={() => setReporting(false)}
      />
    </>
  );
}

function DisputeDetails({
  dispute,
  isOwnReport,
  name,
}: {
  dispute: NonNullable<TripOutcome["dispute"]>;
  isOwnReport: boolean;
  name: string;
}) {
  const { t, i18n } = useLingui();
  const { claim, answer, answerUntil, outcome } = dispute;
  const accounts = [
    { account: claim, isMine: isOwnReport },
    { account: answer, isMine: !isOwnReport },
  ];
  const answerUntilText = formatDayAndTime(answerUntil, userTimeZone());
  return (
    <Notice tone={outcome === null ? "warn" : "info"}>
      <ul className="grid gap-1">
        {accounts.map(
          ({ account, isMine }) =>
            account && (
              <li key={account.by} className="wrap-anywhere">
                {isMine
                  ? t`You said: ${i18n._(noShowLabels[account.fault])}.`
                  : t`${name} said: ${i18n._(noShowLabels[account.fault])}.`}{" "}
                {account.note && <q className="font-normal">{account.note}</q>}
              </li>
            ),
        )}
      </ul>
      <p className="mt-1">
        {outcome === null
          ? t`Open until ${answerUntilText}.`
          : t`Recorded as: ${i18n._(noShowLabels[outcome])}.`}
      </p>
    </Notice>
  );
}

/** Reasons why two people did not travel together, as stated by one side and as finally recorded. */
const NO_SHOW_FAULTS = [
  "host-absent",
  "passenger-absent",
  "nobody",
] as const satisfies readonly NoShowFault[];

const noShowLabels = {
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
function ReportNoShowDialog({
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
