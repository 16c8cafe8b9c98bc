import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { BesideMap } from "#shared/ui/BesideMap.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { JourneySteps } from "#shared/ui/JourneySteps.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { UndoLine } from "#shared/ui/UndoLine.tsx";
import { HostMap } from "./HostMap.tsx";
import { ReviewStep } from "./ReviewStep.tsx";
import { RouteStep } from "./RouteStep.tsx";
import { SeatsStep } from "./SeatsStep.tsx";
import { STEP, stepNames } from "./steps.ts";
import { Templates } from "./Templates.tsx";
import { TimeStep } from "./TimeStep.tsx";
import { useHosting } from "./use-hosting.ts";
import type { HostWizardProps } from "./wizard-props.ts";
import { YourRides } from "./YourRides.tsx";

/** Four steps along the journey line, with the way on a map beside them. */
export function HostWizard(props: HostWizardProps) {
  const { t, i18n } = useLingui();
  const hosting = useHosting(props);
  const { draft, change, step, errors, problem, busy } = hosting;
  const fields = { draft, change, errors };
  return (
    <BesideMap map={<HostMap draft={draft} />}>
      <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">
        {props.changing ? t`Change your ride` : t`Host a ride`}
      </h1>
      {props.notice && <Notice tone="warn">{props.notice}</Notice>}
      {!props.changing && <YourRides along={props.along} />}
      {!props.changing && <Templates />}
      <JourneySteps steps={stepNames.map((name) => i18n._(name))} current={step} />
      <form
        noValidate
        aria-label={props.changing ? t`Change your ride` : t`Host a ride`}
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          hosting.goOn();
        }}
      >
        <StepHeading step={step} tries={hosting.tries} />
        {step === STEP.route && <RouteStep {...fields} />}
        {step === STEP.time && <TimeStep {...fields} changing={props.changing} />}
        {step === STEP.seats && <SeatsStep {...fields} profile={props.profile} changing={props.changing} />}
        {step === STEP.review && <ReviewStep {...fields} profile={props.profile} changing={props.changing} />}
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          {step > 0 && (
            <Button variant="line" icon="arrow-start" onClick={() => hosting.goTo(step - 1)}>
              {t`Back`}
            </Button>
          )}
          {hosting.isTouched && (
            <Button variant="ghost" onClick={hosting.startOver}>
              {t`Start over`}
            </Button>
          )}
          {hosting.bringBack && <UndoLine text={t`All steps were cleared.`} onUndo={hosting.bringBack} />}
          <Button type="submit" busy={busy} className="ms-auto">
            {step === STEP.review ? <SendWords changing={props.changing !== undefined} busy={busy} /> : t`Continue`}
          </Button>
        </div>
      </form>
      {hosting.dialog}
    </BesideMap>
  );
}

function SendWords({ changing, busy }: { changing: boolean; busy: boolean }) {
  const { t } = useLingui();
  if (busy) return t`Saving…`;
  return changing ? t`Save changes` : t`Offer this ride`;
}

/** Takes the reading position when the step changes, and gives it to the first field that is wrong. */
function StepHeading({ step, tries }: { step: number; tries: number }) {
  const { i18n } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest("form")?.parentElement?.querySelector("ol")?.scrollIntoView({ block: "center" });
  }, [step]);
  useEffect(() => {
    if (tries === 0) return;
    const form = heading.current?.closest("form");
    const wrong = form?.querySelector<HTMLElement>("[aria-invalid=true], [data-wrong]");
    if (wrong) wrong.focus();
    else form?.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
  }, [tries]);
  const name = stepNames[step];
  return (
    <h2 ref={heading} tabIndex={-1} className="text-xl font-bold tracking-[-.015em] outline-none">
      {name && i18n._(name)}
    </h2>
  );
}
