import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { usePush } from "./use-push.ts";

const DECLINED_KEY = "commonlane.push-offer-declined";

/**
 * Offers push on the notifications page. The browser asks for permission only after a click, and declining hides the
 * offer for good.
 */
export function PushOffer() {
  const { t } = useLingui();
  const push = usePush();
  const [declined, setDeclined] = useState(wasDeclined);
  if (push.on || declined || !push.supported) return null;
  const decline = () => {
    rememberDeclined();
    setDeclined(true);
  };
  return (
    <section aria-labelledby="push-offer" className="grid gap-3 card p-4">
      <div className="flex items-start gap-3">
        <Icon name="bell" className="mt-0.5 size-6 text-brand-ink" />
        <div>
          <h2 id="push-offer" className="font-bold">{t`Get notified when the app is closed`}</h2>
          <p className="text-ink-2">{t`Get answers and reminders right away. Otherwise we'll e-mail you.`}</p>
        </div>
      </div>
      <ErrorNotice error={push.problem} />
      <div className="flex flex-wrap gap-2">
        <Button busy={push.busy} onClick={() => push.setEnabled(true)}>{t`Turn on push`}</Button>
        <Button variant="ghost" onClick={decline}>{t`Not now`}</Button>
      </div>
    </section>
  );
}

function wasDeclined(): boolean {
  try {
    return localStorage.getItem(DECLINED_KEY) !== null;
  } catch {
    return false;
  }
}

function rememberDeclined(): void {
  try {
    localStorage.setItem(DECLINED_KEY, "yes");
  } catch {
    // Without storage, the offer is shown again.
  }
}
