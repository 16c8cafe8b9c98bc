import type { Profile } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { RequestDraft } from "./request-draft.ts";
import type { FieldErrors } from "./request-validation.ts";

/** Props of the request form. */
export interface RequestFormProps {
  /** Key under which the draft is stored. */
  readonly draftName: string;
  readonly initial: RequestDraft;
  readonly profile: Profile | undefined;
  /** The request to edit; undefined for a new one. */
  readonly changing?: RideRequest | undefined;
  /** The active driver to ask. */
  readonly driverUid?: string | undefined;
  /** Label of the submit button, if not the default. */
  readonly sendLabel?: string | undefined;
}

/** Props of each part of the form. */
export interface RequestFieldProps {
  readonly draft: RequestDraft;
  readonly change: (changes: Partial<RequestDraft>) => void;
  readonly errors: FieldErrors;
}
