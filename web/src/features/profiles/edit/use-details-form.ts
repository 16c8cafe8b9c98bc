import { checkPhone, cleanPhone } from "@commonlane/contract/phone";
import type {
  AccessNeed,
  Gender,
  Preferences,
  Profile,
  ProfileChange,
} from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ApiError } from "#shared/api/api-error.ts";
import { phoneProblemWithSuggestion } from "#shared/forms/phone-text.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { namesToSend, type TypedNames } from "#shared/profile/NameFields.tsx";
import { useChangeProfile } from "#shared/profile/own-profile.ts";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";

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

/** Form values of the user's personal data. Each form edits some of them. */
interface PersonalDetailsDraft extends TypedNames, Record<string, unknown> {
  readonly phone: string;
  readonly gender: Gender;
  readonly birthDate: string;
  readonly adultDeclared: boolean;
  readonly bio: string;
  readonly languages: readonly string[];
  readonly preferences: Preferences;
  readonly needs: readonly AccessNeed[];
}

const draftFromProfile = (profile: Profile): PersonalDetailsDraft => ({
  firstName: profile.firstName ?? "",
  lastName: profile.lastName ?? "",
  hasOneName: profile.lastName === "",
  phone: profile.phone ?? "",
  gender: profile.gender ?? "undisclosed",
  birthDate: profile.birthDate ?? "",
  adultDeclared: profile.adultDeclared,
  bio: profile.bio ?? "",
  languages: profile.languages,
  preferences: profile.preferences,
  needs: profile.needs,
});

/** Only the changed fields, so that nothing else is overwritten. */
function changedFields(draft: PersonalDetailsDraft, saved: PersonalDetailsDraft): ProfileChange {
  const { phone, gender, birthDate, adultDeclared, bio, languages, preferences, needs } = draft;
  const values = {
    ...namesToSend(draft),
    phone: cleanPhone(phone) || null,
    gender,
    birthDate: birthDate || null,
    adultDeclared,
    bio: bio.trim() || null,
    languages: [...languages],
    preferences,
    needs: [...needs],
  };
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => isFieldChanged(name, draft, saved)),
  );
}

/** True if any field differs from its saved value. */
function hasChanges(draft: PersonalDetailsDraft, saved: PersonalDetailsDraft): boolean {
  return Object.keys(draft).some((name) => isFieldChanged(name, draft, saved));
}

function isFieldChanged(
  name: string,
  draft: PersonalDetailsDraft,
  saved: PersonalDetailsDraft,
): boolean {
  if (name === "lastName") return namesToSend(draft).lastName !== namesToSend(saved).lastName;
  // Spaces in a phone number are not a change.
  if (name === "phone")
    return draft.phone.replaceAll(/\s/g, "") !== saved.phone.replaceAll(/\s/g, "");
  return JSON.stringify(draft[name]) !== JSON.stringify(saved[name]);
}

type FieldName = "firstName" | "lastName" | "phone";

/** First error before sending: a missing name, or the error of the phone validator. Unchanged values are not checked. */
function validatePersonalDetails(
  draft: PersonalDetailsDraft,
  saved: PersonalDetailsDraft,
): Partial<Record<FieldName, string>> {
  const { phone } = draft;
  const phoneCheck =
    phone.trim() === "" || !isFieldChanged("phone", draft, saved) ? undefined : checkPhone(phone);
  const isMissing = (name: "firstName" | "lastName") =>
    !namesToSend(draft)[name] && isFieldChanged(name, draft, saved);
  return {
    ...(isMissing("firstName") && { firstName: "missing" }),
    ...(isMissing("lastName") && !draft.hasOneName && { lastName: "missing" }),
    ...(phoneCheck && !phoneCheck.valid && { phone: phoneProblemWithSuggestion(phoneCheck) }),
  };
}
