import type { Profile } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import { ReconfirmationNotice, ReviewStep } from "./ReviewStep.tsx";
import { SeatsStep } from "./SeatsStep.tsx";
import { TimeStep } from "./TimeStep.tsx";
import { STEP, type RenderRideCard, type RenderTrains, type StepProps } from "./wizard-steps.ts";

interface LaterStepsProps {
  readonly step: number;
  readonly fields: StepProps;
  readonly profile: Profile | undefined;
  readonly changing: Ride | undefined;
  readonly isOnlyStep: boolean;
  readonly renderRideCard: RenderRideCard | undefined;
  readonly renderTrains: RenderTrains | undefined;
  readonly onEdit: (step: number) => void;
}

/** The steps after the route. */
export function LaterSteps({
  step,
  fields,
  profile,
  changing,
  isOnlyStep,
  ...review
}: LaterStepsProps) {
  const hasPassengers = changing !== undefined && changing.seatsLeft < changing.seatsTotal;
  if (step === STEP.time) {
    return (
      <>
        <TimeStep {...fields} changing={changing} />
        {isOnlyStep && hasPassengers && <ReconfirmationNotice />}
      </>
    );
  }
  if (step === STEP.seats) return <SeatsStep {...fields} profile={profile} changing={changing} />;
  return <ReviewStep {...fields} {...review} profile={profile} changing={changing} />;
}
