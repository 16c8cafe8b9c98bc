import { useLingui } from "@lingui/react/macro";
import { reloadPage } from "#shared/load-chunk.ts";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Logo } from "#shared/ui/Logo.tsx";
import type { CrashProps } from "./ErrorBoundary.tsx";

/** Error message of a screen that crashed, with a retry button. */
export function ScreenCrashMessage({ missingChunk, retry }: CrashProps) {
  const { t } = useLingui();
  return (
    <ErrorState
      title={missingChunk ? t`Part of the app couldn't load` : t`Something went wrong`}
      message={
        missingChunk
          ? t`Check your connection. If the app was just updated, reload it to get the new version.`
          : t`Your form entries are saved. Reloading the page usually helps.`
      }
      onRetry={() => {
        retry();
        void reloadPage();
      }}
    />
  );
}

/** The same for the whole page. */
export function CrashScreen(props: CrashProps) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center bg-paper p-6">
      <div className="grid justify-items-center">
        <Logo />
        <ScreenCrashMessage {...props} />
      </div>
    </main>
  );
}
