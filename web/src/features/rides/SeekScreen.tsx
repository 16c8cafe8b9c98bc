import { useLingui } from "@lingui/react/macro";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { useTitle } from "#shared/ui/use-title.ts";

export function SeekScreen() {
  const { t } = useLingui();
  useTitle(t`Seek a ride`);
  return (
    <>
      <h1 className="sr-only">{t`Seek a ride`}</h1>
      <EmptyState title={t`This screen is not built yet`} />
    </>
  );
}
