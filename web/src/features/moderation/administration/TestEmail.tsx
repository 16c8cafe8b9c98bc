import { administration } from "@commonlane/contract/administration";
import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/api/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useModerationAction } from "../moderation.queries.ts";
import { useMailFailureText } from "./mail-failure-text.ts";

/** Sends the administrator a test e-mail and says whether the mail server accepted it. */
export function TestEmail() {
  const { t } = useLingui();
  const failureText = useMailFailureText();
  const test = useModerationAction(administration.sendTestEmail);
  const to = test.data?.to ?? "";
  return (
    <div className="grid gap-3 rounded-lg border border-line p-4">
      <p className="text-ink-2">{t`Check the mail server by sending yourself an e-mail. Save first.`}</p>
      <Button
        variant="line"
        icon="send"
        className="justify-self-start"
        busy={test.isPending}
        onClick={() => test.mutate({})}
      >
        {test.isPending ? t`Sending…` : t`Send a test e-mail`}
      </Button>
      {test.data?.failure === null && (
        <Notice tone="ok">{t`The mail server accepted an e-mail to ${to}. Check that it arrives, and not as spam.`}</Notice>
      )}
      {test.data && test.data.failure !== null && <Notice tone="bad">{failureText(test.data.failure)}</Notice>}
      {test.error && <Notice tone="bad">{errorText(test.error, t`Couldn't reach the server. Try again.`)}</Notice>}
    </div>
  );
}
