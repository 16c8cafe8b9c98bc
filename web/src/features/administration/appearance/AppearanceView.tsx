import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { AppearanceForm } from "./AppearanceForm.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { communitySettingsQuery } from "#shared/console/console.queries.ts";

/** Logo and main colour of the community. */
export function AppearanceView() {
  const { t } = useLingui();
  const toast = useToast();
  const settingsQuery = useQuery(communitySettingsQuery);
  const settings = settingsQuery.data;
  if (!settings) return <NotLoaded query={settingsQuery} />;
  return (
    <section className="grid gap-4 card p-4 sm:p-6">
      <h2 className="text-lg font-bold">{t`Appearance`}</h2>
      <AppearanceForm
        settings={settings}
        submitLabel={t`Save`}
        onSaved={() =>
          toast({
            message: t`Saved. Pages show it when they are opened again.`,
            type: "success",
          })
        }
      />
    </section>
  );
}
