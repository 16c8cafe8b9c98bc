import type { Profile } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import type { ReactNode } from "react";
import type { RideDraft } from "../draft/ride-draft.ts";
import type { FieldErrors } from "./wizard-steps.ts";

/** Slot for a ride as search results show it, filled by another feature. */
export type RenderRideCard = (ride: Ride) => ReactNode;

/** Slot for the trains that fit a ride, filled by another feature. */
export type RenderTrains = (ride: Ride) => ReactNode;

export interface HostWizardProps {
  /** Key under which the draft is stored. */
  readonly draftName: string;
  readonly initial: RideDraft;
  readonly profile: Profile | undefined;
  /** The ride to edit; undefined for a new one. */
  readonly changing?: Ride | undefined;
  readonly renderRideCard?: RenderRideCard | undefined;
  readonly renderTrains?: RenderTrains | undefined;
  /** The draft repeats a complete ride: only its time is asked. */
  readonly isRepeat?: boolean | undefined;
  /** Only this step is edited, and saved at once. */
  readonly onlyStep?: number | undefined;
  /** Notice shown above the form. */
  readonly notice?: string | undefined;
}

/** Props of every step. */
export interface StepProps {
  readonly draft: RideDraft;
  readonly change: (changes: Partial<RideDraft>) => void;
  readonly errors: FieldErrors;
}
