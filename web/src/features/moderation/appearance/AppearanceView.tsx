import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { communitySettingsQuery } from "../administration/administration.queries.ts";
import { AppearanceForm } from "./AppearanceForm.tsx";

/** Logo and main colour of the community. */
export function AppearanceView() {
  const { t } = useLingui();
  const toast = useToast();
  const { data: settings, error, refetch, isRefetching } = useQuery(communitySettingsQuery);
  if (!settings && error)
    return (
      <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />
    );
  if (!settings) return <SkeletonCards />;
  return (
    <section className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <h2 className="text-lg font-bold">{t`Appearance`}</h2>
      <AppearanceForm
        settings={settings}
        submitLabel={t`Save`}
        onSaved={() =>
          toast({ message: t`Saved. Pages show it when they are opened again.`, type: "success" })
        }
      />
    </section>
  );
}
