import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { Link } from "#shared/ui/Link.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { StepForm } from "./StepForm.tsx";
import { SETUP_STEPS, useStepTitles } from "./steps.ts";
import { SkeletonForm } from "#shared/ui/SkeletonForm.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { communitySettingsQuery } from "#shared/console/console.queries.ts";

/** All settings of the community, with the forms of the first set-up. */
export function SettingsView() {
  const { t } = useLingui();
  const toast = useToast();
  const titles = useStepTitles();
  const settingsQuery = useQuery(communitySettingsQuery);
  const settings = settingsQuery.data;
  useScrollToSection(settings !== undefined);
  if (!settings) return <NotLoaded query={settingsQuery} placeholder={<SkeletonForm />} />;
  const onSaved = () =>
    toast({
      message: t`Saved. Pages show it when they are opened again.`,
      type: "success",
    });
  return (
    <>
      <h2 className="sr-only">{t`Settings`}</h2>
      <p className="text-ink-2">
        {t`Changes take effect at once, without a restart.`}{" "}
        <Link
          to="/moderation/setup/identity"
          className="text-brand-ink underline underline-offset-4"
        >
          {t`Go through the set-up again`}
        </Link>
      </p>
      {SETUP_STEPS.map((step) => (
        <section
          key={step}
          id={step}
          aria-label={titles[step].title}
          className="grid scroll-mt-24 gap-4 card p-4 sm:p-6"
        >
          {step !== "joining" && <h3 className="text-lg font-bold">{titles[step].title}</h3>}
          <StepForm step={step} settings={settings} submitLabel={t`Save`} onSaved={onSaved} />
        </section>
      ))}
    </>
  );
}

/** The sections appear after the settings have loaded, too late for the browser. */
function useScrollToSection(isLoaded: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isLoaded && hash !== "")
      document.querySelector(`#${CSS.escape(hash.slice(1))}`)?.scrollIntoView();
  }, [isLoaded, hash]);
}
