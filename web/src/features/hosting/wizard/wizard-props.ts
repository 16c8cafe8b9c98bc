import type { Profile } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import type { ReactNode } from "react";
import type { RideDraft } from "../draft/ride-draft.ts";
import type { FieldErrors } from "./wizard-steps.ts";

/** Who wants part of the way of a ride of one's own, as another feature tells it. */
export type RenderRequestsAlong = (ride: Ride) => ReactNode;

export interface HostWizardProps {
  /** Under which what is typed is kept. */
  readonly draftName: string;
  readonly initial: RideDraft;
  readonly profile: Profile | undefined;
  /** The ride that is changed, where none is hosted anew. */
  readonly changing?: Ride | undefined;
  readonly renderRequestsAlong?: RenderRequestsAlong | undefined;
  /** What is to be known before anything is typed. */
  readonly notice?: string | undefined;
}

/** What every step gets. */
export interface StepProps {
  readonly draft: RideDraft;
  readonly change: (changes: Partial<RideDraft>) => void;
  readonly errors: FieldErrors;
}
