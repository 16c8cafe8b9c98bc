import type { TripOutcome } from "@commonlane/contract/trip-outcomes";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import { formatDayAndTime } from "#shared/formatting/day-and-time.ts";
import { noShowLabels, ReportNoShowDialog } from "./ReportNoShowDialog.tsx";

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
