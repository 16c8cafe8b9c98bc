import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { tellsCameBack } from "#shared/session/came-back.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useAccountToast } from "#shared/ui/Toasts.tsx";
import { ownConsents, useAgree } from "./own-data.queries.ts";
import { useTextNames } from "./use-text-names.ts";

/** Asks whoever has not agreed to the texts as they are now, once for each visit; and welcomes back who stays. */
export function AgreeAgain() {
  const { t } = useLingui();
  useWelcome();
  const { data: consents = [] } = useQuery(ownConsents);
  const [later, setLater] = useState(false);
  const agree = useAgree();
  const missing = consents.filter(({ agreedAt }) => agreedAt === null);
  const changed = missing.some((consent) => consent.changed);
  const names = useTextNames();
  return (
    <Dialog
      open={missing.length > 0 && !later}
      onClose={() => setLater(true)}
      title={changed ? t`Our texts have changed` : t`Before you go on`}
      keep={t`Later`}
      busy={agree.isPending}
      footer={
        <Button
          busy={agree.isPending}
          onClick={() => agree.mutate(missing.map(({ document, version }) => ({ document, version })))}
        >
          {t`I agree`}
        </Button>
      }
    >
      <p className="text-ink-2">
        {changed
          ? t`Please read what is new, and say whether you agree. Until you do, we ask again.`
          : t`Please read these, and say whether you agree. Until you do, we ask again.`}
      </p>
      <ul className="mt-3 grid gap-1">
        {missing.map(({ document, updated }) => (
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

function useWelcome(): void {
  const { t } = useLingui();
  const toast = useAccountToast();
  useEffect(() => {
    if (tellsCameBack()) toast({ message: t`Welcome back. Your account stays.`, type: "success" });
  }, [t, toast]);
}
