import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { usePush } from "./use-push.ts";

const DECLINED_KEY = "commonlane.push-offer-declined";

/** Offers pushes where notices are read; the browser asks only after a press. Gone for good when it was declined. */
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
    <section aria-labelledby="push-offer" className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex items-start gap-3">
        <Icon name="bell" className="mt-0.5 size-6 text-brand-ink" />
        <div>
          <h2 id="push-offer" className="font-bold">{t`Hear of it while the app is closed`}</h2>
          <p className="text-ink-2">{t`Your browser can show you answers and reminders at once. Otherwise a letter comes.`}</p>
        </div>
      </div>
      {push.problem && <Notice tone="bad">{push.problem}</Notice>}
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
    // It is offered again, then.
  }
}
