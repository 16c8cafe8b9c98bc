import { useLingui } from "@lingui/react/macro";
import { focusFirstInvalid } from "#shared/forms/focus-first-invalid.ts";
import { useEffect, useRef, useState } from "react";
import { useAgeCheck } from "#shared/age-check/use-age-check.tsx";
import { ApiError } from "#shared/api/api-error.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import {
  type createOfferDraft,
  type OfferDraft,
  toOfferPayload,
  validateOffer,
} from "./offer-draft.ts";
import type { FieldErrors } from "../post/request-validation.ts";
import { useMakeOffer } from "../ride-requests.queries.ts";
import type { FittingRide } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";

/** State of the offer form. The draft is stored until it is sent; repeated clicks send it once. */
export function useOfferForm({ request, rides, initial }: OfferFormProps) {
  const { t, i18n } = useLingui();
  const { uid } = useUser();
  const name = `offer.${uid}.${request.id}.${initial.rideId}`;
  const [stored, setDraft, clearDraft] = useDraft<OfferDraft>(name, initial);
  // A ride that was chosen earlier may have changed since.
  const isUnfit = stored.rideId !== "" && !rides.some(({ ride }) => ride.id === stored.rideId);
  const draft = isUnfit
    ? {
        ...stored,
        rideId: "",
      }
    : stored;
  const [problems, setProblems] = useState<{
    errors: FieldErrors;
    attempts: number;
  }>({
    errors: {},
    attempts: 0,
  });
  const isRunning = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const makeOffer = useMakeOffer(request.id);
  const ageCheck = useAgeCheck();
  const toast = useToast();
  const { error } = makeOffer;
  const seeker = request.seeker.displayName;
  const submit = async () => {
    const invalidFields = Object.entries(validateOffer(draft, request)).map(
      ([field, message]) => [field, i18n._(message)] as const,
    );
    setProblems(({ attempts }) => ({
      errors: Object.fromEntries(invalidFields),
      attempts: attempts + 1,
    }));
    if (invalidFields.length > 0 || isRunning.current) return;
    isRunning.current = true;
    try {
      const offer = await ageCheck.run(() => makeOffer.mutateAsync(toOfferPayload(draft, request)));
      if (!offer) return;
      clearDraft();
      toast({
        message: t`${seeker} has your offer. We'll notify you of the answer.`,
        type: "success",
      });
    } catch {
      // The form shows the error from the mutation state.
    } finally {
      isRunning.current = false;
    }
  };
  useEffect(() => {
    if (problems.attempts === 0 && !error) return;
    focusFirstInvalid(form.current);
  }, [problems, error]);
  const change = (changes: Partial<OfferDraft>) => {
    makeOffer.reset();
    setProblems(({ attempts }) => ({
      errors: {},
      attempts,
    }));
    setDraft(changes);
  };
  const errors = {
    ...pickFormErrors(error),
    ...problems.errors,
  };
  const hasFieldErrors = Object.keys(errors).length > 0;
  const problem = hasFieldErrors ? t`Please check the marked fields.` : error?.message;
  return {
    form,
    draft,
    change,
    errors,
    problem,
    busy: makeOffer.isPending,
    submit,
    dialog: ageCheck.dialog,
  };
}

const FORM_FIELDS: readonly string[] = [
  "departsAt",
  "seats",
  "contribution",
  "vehicleId",
  "message",
];

/** Server errors of fields in this form. */
const pickFormErrors = (error: Error | null): FieldErrors =>
  error instanceof ApiError
    ? Object.fromEntries(
        Object.entries(error.fields).filter(([name]) =>
          FORM_FIELDS.includes(name.split(".")[0] ?? ""),
        ),
      )
    : {};

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
