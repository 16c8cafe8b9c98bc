import type {
  AccessNeed,
  Gender,
  Preferences,
  Profile,
  ProfileChange,
} from "@commonlane/contract/profiles";
import { checkPhone, cleanPhone } from "@commonlane/contract/phone";
import { phoneProblemWithSuggestion } from "#shared/forms/phone-text.ts";
import { namesToSend, type TypedNames } from "#shared/profile/NameFields.tsx";

/** Form values of the user's personal data. Each form edits some of them. */
export interface PersonalDetailsDraft extends TypedNames, Record<string, unknown> {
  readonly phone: string;
  readonly gender: Gender;
  readonly birthDate: string;
  readonly adultDeclared: boolean;
  readonly bio: string;
  readonly languages: readonly string[];
  readonly preferences: Preferences;
  readonly needs: readonly AccessNeed[];
}

export const draftFromProfile = (profile: Profile): PersonalDetailsDraft => ({
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
export function changedFields(
  draft: PersonalDetailsDraft,
  saved: PersonalDetailsDraft,
): ProfileChange {
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
export function hasChanges(draft: PersonalDetailsDraft, saved: PersonalDetailsDraft): boolean {
  return Object.keys(draft).some((name) => isFieldChanged(name, draft, saved));
}

function isFieldChanged(
  name: string,
  draft: PersonalDetailsDraft,
  saved: PersonalDetailsDraft,
): boolean {
  // Spaces in a phone number are not a change.
  if (name === "lastName") return namesToSend(draft).lastName !== namesToSend(saved).lastName;
  if (name === "phone")
    return draft.phone.replaceAll(/\s/g, "") !== saved.phone.replaceAll(/\s/g, "");
  return JSON.stringify(draft[name]) !== JSON.stringify(saved[name]);
}

type FieldName = "firstName" | "lastName" | "phone";

/** First error before sending: a missing name, or the error of the phone validator. Unchanged values are not checked. */
export function validatePersonalDetails(
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
