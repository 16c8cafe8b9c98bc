import type { FittingRide } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { OfferDraft, createOfferDraft } from "./offer-draft.ts";
import type { FieldErrors } from "../post/request-validation.ts";

/** Props of the offer form. */
export interface OfferFormProps {
  readonly request: RideRequest;
  readonly rides: readonly FittingRide[];
  /** The ride that the driver came with does not fit. */
  readonly isRideUnfit: boolean;
  readonly vehicles: Parameters<typeof createOfferDraft>[2];
  readonly initial: ReturnType<typeof createOfferDraft>;
}

/** Props of each part of the form. */
export interface OfferFieldProps {
  readonly request: OfferFormProps["request"];
  readonly draft: OfferDraft;
  readonly change: (changes: Partial<OfferDraft>) => void;
  readonly errors: FieldErrors;
}
