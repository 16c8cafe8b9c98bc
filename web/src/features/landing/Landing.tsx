import { useLingui } from "@lingui/react/macro";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { useTitle } from "#shared/ui/use-title.ts";

export function Landing() {
  const { t } = useLingui();
  useTitle(t`Landing`);
  return (
    <>
      <h1 className="sr-only">{t`Landing`}</h1>
      <EmptyState title={t`This screen is not built yet`} />
    </>
  );
}
