import { type NewReport, type Reported, type ReportReason, reportReasons } from "@commonlane/contract/reports";
import { NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useId, useState } from "react";
import { errorText } from "#shared/error-text.ts";
import { operator } from "#shared/operator.ts";
import type { Named, ReportableMessage, SafetyWanted } from "#shared/safety/safety-door.ts";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/CheckField.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { TextAreaField } from "#shared/ui/TextField.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { Choices } from "./Choices.tsx";
import { useBlock, useReport } from "./safety.queries.ts";

interface ReportDialogProps {
  wanted: Exclude<SafetyWanted, { deed: "block" }>;
  onClose: () => void;
}

interface Draft {
  readonly messageId: string;
  readonly reason: ReportReason;
  readonly text: string;
  readonly blockToo: boolean;
}

/** Takes down what is wrong with somebody or something of theirs, and blocks them in the same go where that is wanted. */
export function ReportDialog({ wanted, onClose }: ReportDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const messages = wanted.deed === "report-message" ? wanted.messages : [];
  const [draft, setDraft] = useState<Draft>({
    messageId: messages.at(-1)?.id ?? "",
    reason: "scam",
    text: "",
    blockToo: false,
  });
  const about: Reported = wanted.deed === "report" ? wanted.about : { kind: "message", id: draft.messageId };
  const person = messages.find(({ id }) => id === draft.messageId)?.person ?? wanted.person;
  const { send, busy, error } = useSending(person, onClose);
  const { displayName } = person;
  const titles: Record<Reported["kind"], string> = {
    person: t`Report ${displayName}`,
    ride: t`Report this ride`,
    "ride-request": t`Report this request`,
    "seat-request": t`Report this request`,
    offer: t`Report this offer`,
    message: t`Report a message`,
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send({ about, reason: draft.reason, text: draft.text }, draft.blockToo);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={titles[about.kind]}
      keep={t`Cancel`}
      busy={busy}
      footer={
        <Button type="submit" form={formId} icon="flag" busy={busy}>
          {t`Send report`}
        </Button>
      }
    >
      <form id={formId} onSubmit={onSubmit} className="grid gap-5">
        <p className="text-ink-2">
          {t`It goes to the people who run ${operator.name}, with what it is about as it is now. ${displayName} does not learn who reported.`}
        </p>
        <ReportFields
          draft={draft}
          messages={messages}
          displayName={displayName}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
        {error && (
          <Notice tone="bad">{errorText(error, t`That did not work. Check your connection and try again.`)}</Notice>
        )}
      </form>
    </Dialog>
  );
}

function useSending(person: Named, onDone: () => void) {
  const { t } = useLingui();
  const toast = useToast();
  const report = useReport();
  const block = useBlock(person);
  const work = async (said: NewReport, blockToo: boolean) => {
    // What was taken down is not sent again where only the block went wrong.
    if (!report.isSuccess) {
      await report.mutateAsync(said);
      toast({ message: t`Thank you. It was reported.`, type: "success" });
    }
    if (blockToo) await block.mutateAsync();
    onDone();
  };
  return {
    // What goes wrong is shown from the mutations.
    send: (said: NewReport, blockToo: boolean) => void work(said, blockToo).catch(() => undefined),
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
  const reasons = useReasons();
  const several = new Set(messages.map(({ person }) => person.uid)).size > 1;
  return (
    <>
      {messages.length > 0 && (
        <Choices
          label={t`Which message?`}
          value={draft.messageId}
          options={messages.map(({ id, text, person }) => ({
            value: id,
            label: several ? `${person.displayName}: ${text}` : text,
          }))}
          onChange={(messageId) => onChange({ messageId })}
        />
      )}
      <Choices
        label={t`What is wrong?`}
        value={draft.reason}
        options={reasons}
        onChange={(reason) => onChange({ reason })}
      />
      {draft.reason === "danger" && (
        <Notice tone="warn">{t`In danger now? Call your emergency number first: reports are read later.`}</Notice>
      )}
      <TextAreaField
        label={t`What happened`}
        optional={t`optional`}
        maxLength={NOTE_MAX_LENGTH}
        value={draft.text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <CheckField
        label={t`Block ${displayName}, too`}
        checked={draft.blockToo}
        onChange={(blockToo) => onChange({ blockToo })}
      />
    </>
  );
}

function useReasons(): { value: ReportReason; label: string }[] {
  const { t } = useLingui();
  const words: Record<ReportReason, string> = {
    scam: t`Fraud: wants money, or leads elsewhere`,
    harassment: t`Insults, threats or unwanted advances`,
    danger: t`Dangerous driving or behaviour`,
    fake: t`Not who or what it says`,
    spam: t`Advertising, or the same again and again`,
    other: t`Something else`,
  };
  return reportReasons.map((value) => ({ value, label: words[value] }));
}
