import { useLingui } from "@lingui/react/macro";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Logo } from "#shared/ui/Logo.tsx";

/** The page when it cannot go on: what happened, and a reload. */
export function Crash({ missingPart }: { missingPart: boolean }) {
  const { t } = useLingui();
  return (
    <main id="main" className="grid min-h-dvh place-items-center bg-paper p-6">
      <div className="grid justify-items-center">
        <Logo />
        <ErrorState
          title={missingPart ? t`A part of the app could not be loaded` : t`Something broke on this page`}
          message={
            missingPart
              ? t`Check your connection. If the app was just updated, loading it again brings the new version.`
              : t`What you typed in forms is kept. Loading the page again usually helps.`
          }
          onRetry={() => location.reload()}
        />
      </div>
    </main>
  );
}
