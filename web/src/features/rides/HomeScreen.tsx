import { useLingui } from "@lingui/react/macro";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { useTitle } from "#shared/ui/use-title.ts";

export function HomeScreen() {
  const { t } = useLingui();
  useTitle(t`Home`);
  return (
    <>
      <h1 className="sr-only">{t`Home`}</h1>
      <EmptyState title={t`This screen is not built yet`} />
    </>
  );
}
