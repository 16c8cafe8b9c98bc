import { type Reported, type ReportReason, reportReasons } from "@commonlane/contract/reports";
import { NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useId, useState } from "react";
import { errorText } from "#shared/error-text.ts";
import { operator } from "#shared/operator.ts";
import type { SafetyWanted } from "#shared/safety/safety-door.ts";
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

/** Takes down what is wrong with somebody or something of theirs, and blocks them in the same go where that is wanted. */
export function ReportDialog({ wanted, onClose }: ReportDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const toast = useToast();
  const { person } = wanted;
  const titles: Record<Reported["kind"], string> = {
    person: t`Report ${person.displayName}`,
    ride: t`Report this ride`,
    "ride-request": t`Report this request`,
    message: t`Report a message`,
  };
  const messages = wanted.deed === "report-message" ? wanted.messages : [];
  const [messageId, setMessageId] = useState(messages.at(-1)?.id ?? "");
  const [reason, setReason] = useState<ReportReason>("scam");
  const [text, setText] = useState("");
  const [blockToo, setBlockToo] = useState(false);
  const report = useReport();
  const block = useBlock(person);
  const about: Reported = wanted.deed === "report" ? wanted.about : { kind: "message", id: messageId };
  const error = report.error ?? block.error;
  const send = async () => {
    if (!report.isSuccess) {
      await report.mutateAsync({ about, reason, text });
      toast({ message: t`Thank you. It was reported.`, type: "success" });
    }
    if (blockToo) await block.mutateAsync();
    onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // What goes wrong is shown from the mutations.
    void send().catch(() => undefined);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={titles[about.kind]}
      footer={
        <>
          <Button variant="line" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} icon="flag" busy={report.isPending || block.isPending}>
            {t`Send report`}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} className="grid gap-5">
        <p className="text-ink-2">
          {t`It goes to the people who run ${operator.name}, with what it is about as it is now. ${person.displayName} does not learn who reported.`}
        </p>
        {messages.length > 0 && (
          <Choices
            label={t`Which message?`}
            value={messageId}
            options={messages.map(({ id, text }) => ({ value: id, label: text }))}
            onChange={setMessageId}
          />
        )}
        <Choices label={t`What is wrong?`} value={reason} options={useReasons()} onChange={setReason} />
        <TextAreaField
          label={t`What happened`}
          optional={t`optional`}
          maxLength={NOTE_MAX_LENGTH}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <CheckField label={t`Block ${person.displayName}, too`} checked={blockToo} onChange={setBlockToo} />
        {reason === "danger" && (
          <Notice tone="warn">{t`In danger now? Call your emergency number first: reports are read later.`}</Notice>
        )}
        {error && (
          <Notice tone="bad">{errorText(error, t`That did not work. Check your connection and try again.`)}</Notice>
        )}
      </form>
    </Dialog>
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
