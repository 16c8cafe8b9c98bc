import { notificationChannels } from "@commonlane/contract/notification-channels";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#shared/api/api-client.ts";
import { errorText } from "#shared/api/error-text.ts";
import { useLinkToken } from "#shared/link-token.ts";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Link } from "#shared/ui/Link.tsx";
import { LinkPage } from "#shared/ui/LinkPage.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { groupLabels } from "./group-labels.ts";

/** Target of the unsubscribe link in e-mails: ends such e-mails after a click, without signing in. */
export function UnsubscribeScreen() {
  const { t, i18n } = useLingui();
  const token = useLinkToken();
  const [busy, setBusy] = useState(false);
  const [unsubscribedGroup, setUnsubscribedGroup] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const unsubscribe = () => {
    setBusy(true);
    setProblem(undefined);
    call(notificationChannels.unsubscribeEmails, { query: { token: token ?? "-" } })
      .then(
        ({ group }) =>
          setUnsubscribedGroup(group ? i18n._(groupLabels[group].name) : t`everything`),
        (error: unknown) => setProblem(errorText(error, t`An error occurred. Please try again.`)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <LinkPage title={t`Unsubscribe`}>
      {unsubscribedGroup ? (
        <Notice tone="ok">{t`You won't get any more e-mails about: ${unsubscribedGroup}. You'll still find these notifications in the app.`}</Notice>
      ) : (
        <>
          <p className="text-ink-2">{t`Do you want to stop getting e-mails like the one you opened?`}</p>
          <ErrorNotice error={problem} />
          <Button busy={busy} onClick={unsubscribe}>{t`Unsubscribe`}</Button>
        </>
      )}
      <Link
        to="/settings/notifications"
        className={buttonClasses("line")}
      >{t`Choose your notifications`}</Link>
    </LinkPage>
  );
}
