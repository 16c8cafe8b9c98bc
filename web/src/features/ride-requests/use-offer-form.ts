import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useAdultGate } from "#shared/adult/use-adult-gate.tsx";
import { ApiError } from "#shared/api-error.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { type OfferDraft, offerProblems, offerTerms } from "./offer-draft.ts";
import type { OfferFormProps } from "./offer-fields.ts";
import type { FieldErrors } from "./request-problems.ts";
import { useMakeOffer } from "./ride-requests.queries.ts";

/** The form without its look. What is typed is kept until it was sent; it is sent once, however often the button is pressed. */
export function useOfferForm({ request, initial }: OfferFormProps) {
  const { t, i18n } = useLingui();
  const { uid } = useUser();
  const name = `offer.${uid}.${request.id}.${initial.rideId}`;
  const [draft, setDraft, forget] = useDraft<OfferDraft>(name, initial);
  const [complaint, setComplaint] = useState<{ errors: FieldErrors; tries: number }>({ errors: {}, tries: 0 });
  const running = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const offering = useMakeOffer(request.id);
  const gate = useAdultGate();
  const toast = useToast();
  const { error } = offering;
  const seeker = request.seeker.displayName;
  const submit = async () => {
    const wrong = Object.entries(offerProblems(draft, request)).map(
      ([field, words]) => [field, i18n._(words)] as const,
    );
    setComplaint(({ tries }) => ({ errors: Object.fromEntries(wrong), tries: tries + 1 }));
    if (wrong.length > 0 || running.current) return;
    running.current = true;
    try {
      const offer = await gate.run(() => offering.mutateAsync(offerTerms(draft, request)));
      if (!offer) return;
      forget();
      toast({ message: t`${seeker} has your offer. You hear of the answer at once.`, type: "success" });
    } catch {
      // Shown by the form, from the call's own state.
    } finally {
      running.current = false;
    }
  };
  useEffect(() => {
    if (complaint.tries === 0 && !error) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [complaint, error]);
  const change = (part: Partial<OfferDraft>) => {
    offering.reset();
    setComplaint(({ tries }) => ({ errors: {}, tries }));
    setDraft(part);
  };
  const errors = { ...ofForm(error), ...complaint.errors };
  const marked = Object.keys(errors).length > 0;
  const problem = marked ? t`Please look at what is marked.` : error?.message;
  return { form, draft, change, errors, problem, busy: offering.isPending, submit, dialog: gate.dialog };
}

const SHOWN: readonly string[] = ["departsAt", "seats", "contribution", "vehicleId", "message"];

/** What the server said of fields that this form has. */
const ofForm = (error: Error | null): FieldErrors =>
  error instanceof ApiError
    ? Object.fromEntries(Object.entries(error.fields).filter(([name]) => SHOWN.includes(name.split(".")[0] ?? "")))
    : {};
