import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import type { Profile } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { ApiError } from "#shared/api/api-error.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { focusFirstInvalid } from "#shared/forms/focus-first-invalid.ts";
import { changedRequestFields, type RequestDraft, toRequestPayload } from "./request-draft.ts";
import { type FieldErrors, validateRequest } from "./request-validation.ts";
import { useChangeRequestForm, usePostRequestForm } from "./use-post-request.ts";

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

interface FormProblems {
  readonly errors: FieldErrors;
  /** Counts failed attempts, so that a repeated error takes the focus again. */
  readonly attempts: number;
}

/** State of the request form: values, errors and submission. */
export function useRequestForm({ draftName, initial, changing, driverUid }: RequestFormProps) {
  const { i18n, t } = useLingui();
  const [draft, change, clearDraft] = useDraft<RequestDraft>(draftName, initial);
  const [problems, setProblems] = useState<FormProblems>({
    errors: {},
    attempts: 0,
  });
  const postForm = usePostRequestForm();
  const changeForm = useChangeRequestForm(changing?.id ?? "");
  const { error, busy, dialog } = changing ? changeForm : postForm;
  const form = useFocusFirstError(problems.attempts, error);
  const showProblems = (errors: FieldErrors) =>
    setProblems(({ attempts }) => ({
      errors,
      attempts: attempts + 1,
    }));
  const submit = async () => {
    const invalidFields = Object.entries(validateRequest(draft)).map(
      ([field, message]) => [field, i18n._(message)] as const,
    );
    if (invalidFields.length > 0) return showProblems(Object.fromEntries(invalidFields));
    setProblems(({ attempts }) => ({
      errors: {},
      attempts,
    }));
    const saved = await (changing
      ? changeForm.send(changedRequestFields(draft, changing))
      : postForm.send({
          ...toRequestPayload(draft),
          driverUid,
        }));
    if (saved) clearDraft();
  };
  const errors = {
    ...error?.fields,
    ...problems.errors,
  };
  const hasFieldErrors = Object.keys(errors).length > 0;
  return {
    form,
    fields: {
      draft,
      change,
      errors,
    },
    /** Open offers; route, time and seats cannot change while there are any. */
    waitingOffers: changing?.offersWaiting ?? 0,
    problem: hasFieldErrors ? t`Please check the marked fields.` : error?.message,
    busy,
    dialog,
    submit,
    startOver: clearDraft,
    isTouched: JSON.stringify(draft) !== JSON.stringify(initial),
  };
}

/** Moves the focus to the first invalid field, else to the general error. */
function useFocusFirstError(attempts: number, error: ApiError | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts === 0 && !error) return;
    if (!focusFirstInvalid(form.current))
      form.current?.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
  }, [attempts, error]);
  return form;
}
