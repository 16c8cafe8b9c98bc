import { useLingui } from "@lingui/react/macro";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { useTitle } from "#shared/ui/use-title.ts";

export function HostScreen() {
  const { t } = useLingui();
  useTitle(t`Host a ride`);
  return (
    <>
      <h1 className="sr-only">{t`Host a ride`}</h1>
      <EmptyState title={t`This screen is not built yet`} />
    </>
  );
}
