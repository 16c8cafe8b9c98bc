import type { Profile } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { RequestDraft } from "./request-draft.ts";
import type { FieldErrors } from "./request-validation.ts";

/** What the form of a request is given. */
export interface RequestFormProps {
  /** Under which what is typed is kept. */
  readonly draftName: string;
  readonly initial: RequestDraft;
  readonly profile: Profile | undefined;
  /** The request that is changed, where none is posted anew. */
  readonly changing?: RideRequest | undefined;
  /** The active driver who is asked. */
  readonly driverUid?: string | undefined;
  /** What the button says that sends it, where it is not simply posted. */
  readonly sendLabel?: string | undefined;
}

/** What each part of that form gets. */
export interface RequestFieldProps {
  readonly draft: RequestDraft;
  readonly change: (changes: Partial<RequestDraft>) => void;
  readonly errors: FieldErrors;
}
