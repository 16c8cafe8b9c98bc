import type { PassageFault } from "@commonlane/contract/passages";
import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { errorText } from "#shared/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { TextAreaField } from "#shared/ui/TextField.tsx";
import { FAULTS, faultWords } from "./fault-words.ts";
import { useSayNotTravelled } from "./passages.queries.ts";

interface NotTravelledDialogProps {
  passageId: string;
  name: string;
  /** The other side has said it already, and this is the answer. */
  answering: boolean;
  open: boolean;
  onClose: () => void;
}

/** What kept the two from travelling together, in one's own view. */
export function NotTravelledDialog({ passageId, name, answering, open, onClose }: NotTravelledDialogProps) {
  const { t } = useLingui();
  const say = useSayNotTravelled(passageId, answering);
  const [fault, setFault] = useState<PassageFault>();
  const [note, setNote] = useState("");
  const [tried, setTried] = useState(false);
  const send = () => {
    setTried(true);
    if (fault) say.mutate({ fault, note: note.trim() || null }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={answering ? t`How was it?` : t`You did not travel with ${name}?`}
      keep={t`Cancel`}
      busy={say.isPending}
      footer={
        <Button busy={say.isPending} onClick={send}>
          {t`Send`}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">
          {answering
            ? t`If you say the same, it stands so. If you say otherwise, it counts as nobody's fault.`
            : t`${name} is asked, too, and has a day to answer. Without an answer it stands as you say it.`}
        </p>
        <FaultField value={fault} onChange={setFault} />
        {tried && !fault && <Notice tone="bad">{t`Please choose what happened.`}</Notice>}
        <TextAreaField
          label={t`In your words`}
          optional={t`optional`}
          hint={t`Only ${name} and the moderators read it.`}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {say.error && <Notice tone="bad">{errorText(say.error, t`This did not reach the server. Try again.`)}</Notice>}
      </div>
    </Dialog>
  );
}

function FaultField({ value, onChange }: { value: PassageFault | undefined; onChange: (fault: PassageFault) => void }) {
  const { t, i18n } = useLingui();
  const name = useId();
  return (
    <fieldset className="grid">
      <legend className="mb-1 font-semibold">{t`What happened?`}</legend>
      {FAULTS.map((fault) => (
        <label key={fault} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={fault === value}
            onChange={() => onChange(fault)}
            className="size-5 shrink-0 accent-brand"
          />
          {i18n._(faultWords[fault])}
        </label>
      ))}
    </fieldset>
  );
}
