import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate, useParams } from "react-router";
import { Button } from "#shared/ui/Button.tsx";
import { useDraft } from "#shared/forms/use-draft.ts";
import { FormSteps } from "#shared/ui/FormSteps.tsx";
import { FormActionsContext } from "#shared/console/SettingsForm.tsx";
import { StepForm } from "./StepForm.tsx";
import { SETUP_STEPS, type SetupStep, useStepTitles } from "./steps.ts";
import { SkeletonForm } from "#shared/ui/SkeletonForm.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { communitySettingsQuery } from "#shared/console/console.queries.ts";

const AFTER_LAST = "/moderation/server";

/** Of the steps: a skipped one is not done. */
const NONE_SAVED: { readonly saved: readonly SetupStep[] } = { saved: [] };

const pathOf = (step: string): string => `/moderation/setup/${step}`;
/** Loads the page again, because name, logo and colour are part of it. */
const leave = () => location.assign(AFTER_LAST);

/** The set-up step by step. Each step can be skipped, and repeated at any time. */
export function SetupWizard() {
  const { t } = useLingui();
  const titles = useStepTitles();
  const navigate = useNavigate();
  const requested = useParams().step;
  const step = SETUP_STEPS.find((name) => name === requested) ?? SETUP_STEPS[0];
  const index = SETUP_STEPS.indexOf(step);
  const [{ saved }, change] = useDraft("setup.saved", NONE_SAVED);
  const settingsQuery = useQuery(communitySettingsQuery);
  const settings = settingsQuery.data;
  if (!settings) return <NotLoaded query={settingsQuery} placeholder={<SkeletonForm />} />;
  const previous = SETUP_STEPS[index - 1];
  const next = SETUP_STEPS[index + 1];
  const goOn = () => (next ? void navigate(pathOf(next)) : leave());
  const markSaved = () => change({ saved: [...saved, step] });
  // Mail stays on its page after saving, so that it can be tested; joining has buttons of its own.
  const staysAfterSaving = step === "mail" || step === "joining";
  const submitLabel = step === "mail" ? t`Save` : t`Save and continue`;
  const back = previous ? (
    <Button variant="ghost" icon="arrow-start" onClick={() => void navigate(pathOf(previous))}>
      {t`Back`}
    </Button>
  ) : (
    <Button variant="ghost" onClick={leave}>{t`Skip all`}</Button>
  );
  const skip = (
    <Button variant="line" className="ms-auto" onClick={goOn}>
      {t`Skip`}
    </Button>
  );
  const actions = staysAfterSaving ? undefined : (
    <>
      {back}
      {skip}
    </>
  );
  return (
    <div className="grid gap-6">
      <FormSteps
        steps={SETUP_STEPS.map((name) => titles[name].short)}
        current={index}
        done={saved.map((name) => titles[name].short)}
      />
      <StepHeading key={`${step} heading`}>{titles[step].title}</StepHeading>
      <FormActionsContext value={actions}>
        <StepForm
          key={step}
          step={step}
          settings={settings}
          submitLabel={submitLabel}
          onSaved={() => {
            markSaved();
            if (!staysAfterSaving) goOn();
          }}
        />
      </FormActionsContext>
      {staysAfterSaving && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-4">
          {back}
          <Button variant={next ? "line" : "solid"} onClick={goOn}>
            {next ? t`Continue` : t`Finish`}
          </Button>
        </div>
      )}
    </div>
  );
}

/**
 * Takes the focus with each step, because the button that was pressed belongs to the step before; also when the settings
 * arrive after the page.
 */
function StepHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2
      ref={heading}
      tabIndex={-1}
      data-route-heading=""
      className="text-xl font-bold tracking-[-.02em] outline-none"
    >
      {children}
    </h2>
  );
}
