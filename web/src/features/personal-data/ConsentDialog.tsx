import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { takeDeletionCancelledFlag } from "#shared/session/deletion-cancelled-flag.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useAccountToast } from "#shared/ui/toasts/Toasts.tsx";
import { ownConsents, useAcceptTexts } from "./personal-data.queries.ts";
import type { ConsentPageName } from "@commonlane/contract/community";

/** Names of the legal texts that users accept. */
export function useLegalTextNames(): Readonly<Record<ConsentPageName, string>> {
  const { t } = useLingui();
  return {
    "privacy-policy": t`Privacy Policy`,
    "terms-of-use": t`Terms of Use`,
  };
}

/**
 * Asks users who have not accepted the current terms, once per visit. Also greets users who cancelled the deletion of
 * their account by signing in.
 */
export function ConsentDialog() {
  const { t } = useLingui();
  useWelcomeBackToast();
  const consents = useQuery(ownConsents).data ?? [];
  const [isPostponed, setPostponed] = useState(false);
  const agree = useAcceptTexts();
  const missingConsents = consents.filter(({ agreedAt }) => agreedAt === null);
  const hasChanged = missingConsents.some((consent) => consent.changed);
  const names = useLegalTextNames();
  return (
    <Dialog
      open={missingConsents.length > 0 && !isPostponed}
      onClose={() => setPostponed(true)}
      title={hasChanged ? t`Our terms have changed` : t`Before you continue`}
      cancelLabel={t`Later`}
      busy={agree.isPending}
      footer={
        <Button
          busy={agree.isPending}
          onClick={() =>
            agree.mutate(
              missingConsents.map(({ document, version }) => ({
                document,
                version,
              })),
            )
          }
        >
          {t`I agree`}
        </Button>
      }
    >
      <p className="text-ink-2">
        {hasChanged
          ? t`Please read what's new and tell us if you agree. We'll ask again until you do.`
          : t`Please read these and tell us if you agree. We'll ask again until you do.`}
      </p>
      <ul className="mt-3 grid gap-1">
        {missingConsents.map(({ document, updated }) => (
          <li key={document}>
            <a
              href={`/${document}`}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand-ink underline underline-offset-4"
            >
              {t`${names[document]}, ${updated}`}
              <Icon name="external" />
            </a>
          </li>
        ))}
      </ul>
      {agree.error && (
        <Notice tone="bad" className="mt-3">
          {agree.error.message}
        </Notice>
      )}
    </Dialog>
  );
}

function useWelcomeBackToast(): void {
  const { t } = useLingui();
  const toast = useAccountToast();
  useEffect(() => {
    if (takeDeletionCancelledFlag())
      toast({
        message: t`Welcome back. Deletion cancelled.`,
        type: "success",
      });
  }, [t, toast]);
}
