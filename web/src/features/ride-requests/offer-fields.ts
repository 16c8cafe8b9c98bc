import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { Ride } from "@commonlane/contract/rides";
import type { OfferDraft, offerDraft } from "./offer-draft.ts";
import type { FieldErrors } from "./request-problems.ts";

/** What the form of an offer is given. */
export interface OfferFormProps {
  readonly request: RideRequest;
  readonly rides: readonly Ride[];
  readonly vehicles: Parameters<typeof offerDraft>[2];
  readonly initial: ReturnType<typeof offerDraft>;
}

/** What each part of the form gets. */
export interface OfferFields {
  readonly request: OfferFormProps["request"];
  readonly draft: OfferDraft;
  readonly change: (part: Partial<OfferDraft>) => void;
  readonly errors: FieldErrors;
}
