import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { findInstallPrompt } from "#shared/install/install-prompt.ts";
import { Button } from "#shared/ui/Button.tsx";
import { dismissInstall, mayOfferInstall } from "./install-state.ts";

interface InstallPrompt extends Event {
  readonly prompt: () => Promise<unknown>;
}

const isInstallPrompt = (event: Event | undefined): event is InstallPrompt =>
  event !== undefined && "prompt" in event;

/** iPhones and iPads have no prompt, only the entry in Safari's share menu. */
const isSafariOnIos = (): boolean =>
  "standalone" in navigator &&
  !navigator.standalone &&
  /iPhone|iPad|Macintosh/.test(navigator.userAgent);

/** Offers to install the app, if the browser can and the user has not declined. */
export function InstallOffer() {
  const { t } = useLingui();
  const [isAllowed, setAllowed] = useState(() => mayOfferInstall(globalThis, Date.now()));
  const [event] = useState(findInstallPrompt);
  const prompt = isInstallPrompt(event) ? event : undefined;
  const { name } = communitySettings;
  if (!isAllowed || (!prompt && !isSafariOnIos())) return null;
  const close = () => {
    setAllowed(false);
    dismissInstall(globalThis, Date.now());
  };
  const install = () => {
    close();
    void prompt?.prompt();
  };
  return (
    <section
      aria-label={t`Install the app`}
      className="fixed inset-x-3 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-20 grid gap-3 card p-4 shadow-3 sm:start-auto sm:w-96 lg:bottom-4"
    >
      <div>
        <p className="font-semibold">{t`Keep ${name} on your home screen`}</p>
        <p className="mt-1 text-sm text-ink-2">
          {prompt
            ? t`It opens at once, also without a connection, and tells you about your ride.`
            : t`Tap the share button of Safari, then “Add to Home Screen”.`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {prompt && <Button size="sm" onClick={install}>{t`Install`}</Button>}
        <Button size="sm" variant="line" onClick={close}>
          {t`Not now`}
        </Button>
      </div>
    </section>
  );
}
