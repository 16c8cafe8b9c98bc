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
      title={missingChunk ? t`A part of the app could not be loaded` : t`Something broke on this page`}
      message={
        missingChunk
          ? t`Check your connection. If the app was just updated, loading it again brings the new version.`
          : t`What you typed in forms is kept. Loading the page again usually helps.`
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
