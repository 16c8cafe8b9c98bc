import { useLingui } from "@lingui/react/macro";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { useTitle } from "#shared/ui/use-title.ts";

export function LoginScreen() {
  const { t } = useLingui();
  useTitle(t`LoginScreen`);
  return (
    <>
      <h1 className="sr-only">{t`LoginScreen`}</h1>
      <EmptyState title={t`This screen is not built yet`} />
    </>
  );
}
