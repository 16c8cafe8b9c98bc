import { useLingui } from "@lingui/react/macro";
import { Button } from "../ui/Button.tsx";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import type { Resend } from "./cooldown.ts";

interface CodeActionsProps extends Resend {
  back: string;
  onBack: () => void;
}

/** Secondary actions of a code form: which code to enter, go back, or send another code. */
export function CodeActions({ back, onBack, sentAtMs, leftS, sending, resend }: CodeActionsProps) {
  const { t } = useLingui();
  const sentAt =
    sentAtMs && formatUserDate(new Date(sentAtMs).toISOString(), { timeStyle: "short" });
  return (
    <>
      {sentAt && (
        <p className="text-sm text-ink-3">
          {t`Sent at ${sentAt}. E-mails can take a few minutes. If you get several, only the newest code works.`}
        </p>
      )}
      <div className="flex flex-col-reverse justify-between gap-2 sm:flex-row">
        <Button variant="ghost" icon="arrow-start" onClick={onBack}>
          {back}
        </Button>
        <Button variant="line" disabled={leftS > 0} busy={sending} onClick={() => void resend()}>
          {leftS > 0 ? t`Resend code in ${leftS} s` : t`Resend code`}
        </Button>
      </div>
    </>
  );
}
