import {
  type NewReport,
  type ReportTarget,
  type ReportReason,
  reportReasons,
} from "@commonlane/contract/reports";
import { NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useId, useState } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import type {
  PersonName,
  ReportableMessage,
  SafetyDialogRequest,
} from "#shared/safety/open-safety-dialog.ts";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { RadioChoices } from "#shared/ui/fields/RadioChoices.tsx";
import { useBlockPerson, useSendReport } from "./safety.queries.ts";

interface ReportDialogProps {
  request: Exclude<SafetyDialogRequest, { action: "block" }>;
  onClose: () => void;
}

interface Draft {
  readonly messageId: string;
  readonly reason: ReportReason;
  readonly text: string;
  readonly alsoBlock: boolean;
}

/** Reports a user or their content, and blocks the user at the same time if wanted. */
export function ReportDialog({ request, onClose }: ReportDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const messages = request.action === "report-message" ? request.messages : [];
  const [draft, setDraft] = useState<Draft>({
    messageId: messages.at(-1)?.id ?? "",
    reason: "scam",
    text: "",
    alsoBlock: false,
  });
  const about: ReportTarget =
    request.action === "report"
      ? request.about
      : {
          kind: "message",
          id: draft.messageId,
        };
  const person = messages.find(({ id }) => id === draft.messageId)?.person ?? request.person;
  const { send, busy, error } = useReportAndBlock(person, onClose);
  const { displayName } = person;
  const titles: Record<ReportTarget["kind"], string> = {
    person: t`Report ${displayName}`,
    ride: t`Report this ride`,
    "ride-request": t`Report this request`,
    "seat-request": t`Report this request`,
    offer: t`Report this offer`,
    message: t`Report a message`,
    event: t`Report this event`,
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const context =
      request.action === "report" && about.kind === "person" ? request.context : undefined;
    send(
      {
        about,
        context,
        reason: draft.reason,
        text: draft.text,
      },
      draft.alsoBlock,
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={titles[about.kind]}
      cancelLabel={t`Cancel`}
      busy={busy}
      footer={
        <Button type="submit" form={formId} icon="flag" busy={busy}>
          {t`Send report`}
        </Button>
      }
    >
      <form id={formId} onSubmit={onSubmit} className="grid gap-5">
        <p className="text-ink-2">
          {t`We send your report and a copy of the content to the moderators of ${communitySettings.name}. ${displayName} won't know who reported it.`}
        </p>
        <ReportFields
          draft={draft}
          messages={messages}
          displayName={displayName}
          onChange={(change) =>
            setDraft({
              ...draft,
              ...change,
            })
          }
        />
        <ErrorNotice
          error={error}
          fallback={t`That didn't work. Check your connection and try again.`}
        />
      </form>
    </Dialog>
  );
}

function useReportAndBlock(person: PersonName, onDone: () => void) {
  const { t } = useLingui();
  const toast = useToast();
  const report = useSendReport();
  const block = useBlockPerson(person);
  const reportAndBlock = async (newReport: NewReport, alsoBlock: boolean) => {
    // If only the block failed, the report is not sent again.
    if (!report.isSuccess) {
      await report.mutateAsync(newReport);
      toast({
        message: t`Thank you for your report.`,
        type: "success",
      });
    }
    if (alsoBlock) await block.mutateAsync();
    onDone();
  };
  return {
    // Errors are shown from the mutations.
    send: (newReport: NewReport, alsoBlock: boolean) =>
      void reportAndBlock(newReport, alsoBlock).catch(() => undefined),
    busy: report.isPending || block.isPending,
    error: report.error ?? block.error,
  };
}

interface ReportFieldsProps {
  draft: Draft;
  messages: readonly ReportableMessage[];
  displayName: string;
  onChange: (change: Partial<Draft>) => void;
}

function ReportFields({ draft, messages, displayName, onChange }: ReportFieldsProps) {
  const { t } = useLingui();
  const reasons = useReasonOptions();
  const hasSeveralSenders = new Set(messages.map(({ person }) => person.uid)).size > 1;
  return (
    <>
      {messages.length > 0 && (
        <RadioChoices
          label={t`Which message?`}
          value={draft.messageId}
          options={messages.map(({ id, text, person }) => ({
            value: id,
            label: hasSeveralSenders ? `${person.displayName}: ${text}` : text,
          }))}
          onChange={(messageId) => onChange({ messageId })}
        />
      )}
      <RadioChoices
        label={t`What's wrong?`}
        value={draft.reason}
        options={reasons}
        onChange={(reason) => onChange({ reason })}
      />
      {draft.reason === "danger" && (
        <Notice tone="warn">{t`In danger? Call the emergency number first. We don't read reports right away.`}</Notice>
      )}
      <TextAreaField
        label={t`What happened`}
        optional={t`optional`}
        maxLength={NOTE_MAX_LENGTH}
        {...bindText(draft.text, (text) => onChange({ text }))}
      />
      <CheckField
        label={t`Also block ${displayName}`}
        checked={draft.alsoBlock}
        onChange={(alsoBlock) => onChange({ alsoBlock })}
      />
    </>
  );
}

function useReasonOptions(): {
  value: ReportReason;
  label: string;
}[] {
  const { t } = useLingui();
  const labels: Record<ReportReason, string> = {
    scam: t`Scam or asks for payment elsewhere`,
    harassment: t`Insults, threats or unwanted advances`,
    danger: t`Dangerous driving or behaviour`,
    fake: t`Fake profile or misleading`,
    spam: t`Spam`,
    other: t`Something else`,
  };
  return reportReasons.map((value) => ({
    value,
    label: labels[value],
  }));
}
