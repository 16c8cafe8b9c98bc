import { useLingui } from "@lingui/react/macro";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import type { LoadingQuery } from "#shared/ui/NotLoaded.tsx";

/** Says that connections are missing because they could not be loaded. Nothing while they load. */
export function TransitNotLoaded({ query }: { readonly query: LoadingQuery }) {
  const { t } = useLingui();
  const { error, refetch, isFetching } = query;
  if (!error) return null;
  return (
    <Notice tone="warn">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {t`Public transport couldn't be loaded.`}
        <Button variant="line" size="sm" busy={isFetching} onClick={() => void refetch()}>
          {t`Try again`}
        </Button>
      </div>
    </Notice>
  );
}
