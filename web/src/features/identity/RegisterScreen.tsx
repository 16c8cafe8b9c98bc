import { useLingui } from "@lingui/react/macro";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { useTitle } from "#shared/ui/use-title.ts";

export function RegisterScreen() {
  const { t } = useLingui();
  useTitle(t`RegisterScreen`);
  return (
    <>
      <h1 className="sr-only">{t`RegisterScreen`}</h1>
      <EmptyState title={t`This screen is not built yet`} />
    </>
  );
}
