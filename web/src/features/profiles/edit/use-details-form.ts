import type { Profile } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ApiError } from "#shared/api/api-error.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { useChangeProfile } from "#shared/profile/own-profile.ts";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import {
  changedFields,
  draftFromProfile,
  hasChanges,
  type PersonalDetailsDraft,
  validatePersonalDetails,
} from "./personal-details-draft.ts";

export type DetailsForm = ReturnType<typeof useDetailsForm>;

/** Unsaved input of one form over the saved values, kept in this tab under the form's name. */
export function useDetailsForm(profile: Profile, formName: string, onSaved?: () => void) {
  const { t } = useLingui();
  const saved = draftFromProfile(profile);
  const [draft, change, clearDraft] = useDraft<PersonalDetailsDraft>(
    `${formName}.${profile.uid}`,
    saved,
  );
  const [submitted, setSubmitted] = useState(false);
  const save = useChangeProfile();
  const toast = useToast();
  /** Returns false if the input is invalid. */
  const submit = (): boolean => {
    setSubmitted(true);
    if (save.isPending) return true;
    if (Object.keys(validatePersonalDetails(draft, saved)).length > 0) return false;
    save.mutate(changedFields(draft, saved), {
      onSuccess: () => {
        clearDraft();
        setSubmitted(false);
        toast({
          message: t`Saved.`,
          type: "success",
        });
        onSaved?.();
      },
    });
    return true;
  };
  return {
    draft,
    change,
    clear: clearDraft,
    isDirty: hasChanges(draft, saved),
    isSaving: save.isPending,
    error: save.error,
    /** Errors of single fields from the server. */
    fields: save.error instanceof ApiError ? save.error.fields : {},
    problems: submitted ? validatePersonalDetails(draft, saved) : {},
    submit,
  };
}
