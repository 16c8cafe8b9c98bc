import { useLingui } from "@lingui/react/macro";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { useGoOffline } from "./use-go-active.ts";

interface ActiveStatusUnavailableProps {
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
  readonly isFetching: boolean;
}

/** Shown instead of the switch while the status is unknown. Going offline works without waiting for it. */
export function ActiveStatusUnavailable({
  error,
  refetch,
  isFetching,
}: ActiveStatusUnavailableProps) {
  const { t } = useLingui();
  const goOffline = useGoOffline();
  return (
    <section aria-label={t`Go online`} className="grid gap-4 card p-4">
      {error ? (
        <>
          <ErrorState
            className="py-2"
            title={t`Are you online?`}
            message={t`Couldn't load your status. Check your connection and try again.`}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
          <Button
            variant="ghost"
            className="justify-self-center"
            busy={goOffline.busy}
            onClick={() => void goOffline.goOff()}
          >
            {t`Go offline`}
          </Button>
        </>
      ) : (
        <div role="status" aria-label={t`Loading`} className="flex items-center gap-4">
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-6 w-2/5" />
            <Skeleton className="h-4 w-4/5" />
          </div>
          <Skeleton round className="h-11 w-19" />
        </div>
      )}
    </section>
  );
}
