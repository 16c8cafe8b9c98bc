import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { formatTime, townName } from "#shared/formatting/format.ts";
import { focusFirstInvalid } from "#shared/forms/focus-first-invalid.ts";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { FormSteps } from "#shared/ui/FormSteps.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { afterCalls, lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { MapSplitLayout } from "#shared/ui/MapSplitLayout.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Skeleton, SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { StickyActions } from "#shared/ui/StickyActions.tsx";
import { UndoBar } from "#shared/ui/UndoBar.tsx";
import { distinctRides } from "../draft/past-rides.ts";
import type { RideDraft } from "../draft/ride-draft.ts";
import { hostedRides } from "../hosting.queries.ts";
import { Templates } from "../Templates.tsx";
import { RouteStep } from "./RouteStep.tsx";
import { useDraftOnMap } from "./use-draft-on-map.ts";
import { useHostWizard } from "./use-host-wizard.ts";
import { STEP, STEP_NAMES, type HostWizardProps } from "./wizard-steps.ts";

const LaterSteps = lazyScreen(() => import("./LaterSteps.tsx"), "LaterSteps");
/** The first step comes first, and the others are there before it is filled in. */
const fetchLaterSteps = afterCalls(LaterSteps.fetch);

/** Wizard with three short steps and a review along the journey line, and a map of the route. */
export function HostWizard(props: HostWizardProps) {
  const { t, i18n } = useLingui();
  const wizard = useHostWizard(props);
  const { draft, change, step, errors, problem, busy } = wizard;
  const { changing, profile, isRepeat, onlyStep } = props;
  const fields = { draft, change, errors };
  const title = changing ? t`Edit your ride` : t`Host a ride`;
  const hasRoute = draft.origin.place !== null && draft.destination.place !== null;
  const isStart = !changing && !isRepeat && step === STEP.route;
  const isLast = step === STEP.review || onlyStep !== undefined;
  // A failure is reported where the steps are shown.
  useEffect(() => void fetchLaterSteps().catch(() => {}), []);
  return (
    <MapSplitLayout map={<HostMap draft={draft} />} isMapOnPhones={hasRoute}>
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{title}</h1>
        {wizard.isTouched && (
          <Button variant="ghost" size="sm" className="ms-auto" onClick={wizard.startOver}>
            {t`Start over`}
          </Button>
        )}
      </div>
      {props.notice && <Notice tone="warn">{props.notice}</Notice>}
      {onlyStep === undefined && (
        <FormSteps steps={STEP_NAMES.map((name) => i18n._(name))} current={step} />
      )}
      <form
        noValidate
        aria-label={title}
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          wizard.continueWizard();
        }}
      >
        <StepHeading step={step} attempts={wizard.attempts} />
        {step === STEP.route && (
          <RouteStep {...fields}>
            {isStart && !hasRoute && (
              <>
                <Templates />
                <HostAgain />
              </>
            )}
          </RouteStep>
        )}
        {step !== STEP.route && (
          <Suspense fallback={<Skeleton className="h-80" />}>
            <LaterSteps
              step={step}
              fields={fields}
              profile={profile}
              changing={changing}
              isOnlyStep={onlyStep !== undefined}
              renderRideCard={props.renderRideCard}
              renderTrains={props.renderTrains}
              onEdit={wizard.editStep}
            />
          </Suspense>
        )}
        <ErrorNotice error={problem} />
        <StickyActions className="flex flex-wrap gap-2 bg-paper">
          {step > 0 && onlyStep === undefined && (
            <Button variant="line" icon="arrow-start" onClick={wizard.goBackOneStep}>
              {t({ comment: "Button: to the screen before.", message: "Back" })}
            </Button>
          )}
          {wizard.undoStartOver && (
            <UndoBar text={t`All steps cleared.`} onUndo={wizard.undoStartOver} />
          )}
          <Button type="submit" busy={busy} className="ms-auto">
            {isLast ? <SubmitLabel changing={changing !== undefined} busy={busy} /> : t`Continue`}
          </Button>
        </StickyActions>
      </form>
      {isStart && <OwnMeetingPoints />}
      {wizard.dialog}
    </MapSplitLayout>
  );
}

function SubmitLabel({ changing, busy }: { changing: boolean; busy: boolean }) {
  const { t } = useLingui();
  if (busy) return t`Saving…`;
  return changing ? t`Save changes` : t`Offer this ride`;
}

/** Takes the focus when the step changes, and moves it to the first invalid field. */
function StepHeading({ step, attempts }: { step: number; attempts: number }) {
  const { i18n } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    heading.current?.focus({ preventScroll: true });
    heading.current
      ?.closest("form")
      ?.parentElement?.querySelector("ol")
      ?.scrollIntoView({ block: "center" });
  }, [step]);
  useEffect(() => {
    if (attempts === 0) return;
    const form = heading.current?.closest("form");
    if (!focusFirstInvalid(form))
      form?.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
  }, [attempts]);
  const name = STEP_NAMES[step];
  return (
    <h2 ref={heading} tabIndex={-1} className="text-xl font-bold tracking-[-.015em] outline-none">
      {name && i18n._(name)}
    </h2>
  );
}

/** Map of the route through the places chosen so far. */
function HostMap({ draft }: { draft: RideDraft }) {
  const { t } = useLingui();
  return <LazyMapView label={t`The route of your ride`} {...useDraftOnMap(draft)} />;
}

const MAX_ROUTES_AGAIN = 2;

/** The host's latest routes, to host again in a few taps; renders nothing without any. */
function HostAgain() {
  const { t } = useLingui();
  const { uid } = useUser();
  const { data: upcoming } = useQuery(hostedRides(uid, "true"));
  const { data: past } = useQuery(hostedRides(uid, "false"));
  const rides = distinctRides([...(past?.items ?? []), ...(upcoming?.items ?? [])]).slice(
    0,
    MAX_ROUTES_AGAIN,
  );
  if (rides.length === 0) return null;
  const label = ({ origin, destination, departsAt, timeZone }: Ride) =>
    t`${townName(origin.label)} to ${townName(destination.label)}, ${formatTime(departsAt, timeZone)}`;
  return (
    <section aria-labelledby="host-again" className="grid gap-2">
      <h2 id="host-again" className="text-lg font-bold">{t`Host again`}</h2>
      <ul className="flex flex-wrap gap-2">
        {rides.map((ride) => (
          <li key={ride.id} className="min-w-0">
            <Link to={`/host?again=${ride.id}`} className={buttonClasses("soft", "sm")}>
              <Icon name="refresh" className="size-4" />
              {label(ride)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MeetingPointsEditor = lazyScreen(
  () => import("#shared/meeting-points/MeetingPointsEditor.tsx"),
  "MeetingPointsEditor",
);

/** The host's own meeting points, loaded when opened. */
function OwnMeetingPoints() {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer py-2 font-semibold">{t`Your meeting points`}</summary>
      {isOpen && (
        <div className="grid gap-3 pt-2">
          <p className="text-ink-2">{t`Passengers who walk meet you there on all your rides that pass. Anyone who finds your ride sees them.`}</p>
          <Suspense fallback={<SkeletonCards />}>
            <MeetingPointsEditor owner="host" />
          </Suspense>
        </div>
      )}
    </details>
  );
}
