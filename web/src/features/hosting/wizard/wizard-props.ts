import type { Profile } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import type { ReactNode } from "react";
import type { RideDraft } from "../draft/ride-draft.ts";
import type { FieldErrors } from "./wizard-steps.ts";

/** Slot for open requests along one of the host's rides, filled by another feature. */
export type RenderRequestsAlong = (ride: Ride) => ReactNode;

export interface HostWizardProps {
  /** Key under which the draft is stored. */
  readonly draftName: string;
  readonly initial: RideDraft;
  readonly profile: Profile | undefined;
  /** The ride to edit; undefined for a new one. */
  readonly changing?: Ride | undefined;
  readonly renderRequestsAlong?: RenderRequestsAlong | undefined;
  /** Notice shown above the form. */
  readonly notice?: string | undefined;
}

/** Props of every step. */
export interface StepProps {
  readonly draft: RideDraft;
  readonly change: (changes: Partial<RideDraft>) => void;
  readonly errors: FieldErrors;
}
