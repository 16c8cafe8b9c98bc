import type { AccessNeed, Gender, Preferences, Profile, ProfileChange } from "@commonlane/contract/profiles";
import { checkPhone, cleanPhone } from "@commonlane/contract/phone";

/** Form values of the user's personal data. */
export interface PersonalDetailsDraft extends Record<string, unknown> {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly phoneShared: boolean;
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
  phone: profile.phone ?? "",
  phoneShared: profile.phoneShared,
  gender: profile.gender ?? "undisclosed",
  birthDate: profile.birthDate ?? "",
  adultDeclared: profile.adultDeclared,
  bio: profile.bio ?? "",
  languages: profile.languages,
  preferences: profile.preferences,
  needs: profile.needs,
});

/** Only the changed fields, so that nothing else is overwritten. */
export function changedFields(draft: PersonalDetailsDraft, saved: PersonalDetailsDraft): ProfileChange {
  const {
    firstName,
    lastName,
    phone,
    phoneShared,
    gender,
    birthDate,
    adultDeclared,
    bio,
    languages,
    preferences,
    needs,
  } = draft;
  const values = {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    phone: cleanPhone(phone) || null,
    phoneShared,
    gender,
    birthDate: birthDate || null,
    adultDeclared,
    bio: bio.trim() || null,
    languages: [...languages],
    preferences,
    needs: [...needs],
  };
  return Object.fromEntries(Object.entries(values).filter(([name]) => isFieldChanged(name, draft, saved)));
}

/** True if any field differs from its saved value. */
export const hasChanges = (draft: PersonalDetailsDraft, saved: PersonalDetailsDraft): boolean =>
  Object.keys(draft).some((name) => isFieldChanged(name, draft, saved));

function isFieldChanged(name: string, draft: PersonalDetailsDraft, saved: PersonalDetailsDraft): boolean {
  // Spaces in a phone number are not a change.
  if (name === "phone") return draft.phone.replaceAll(/\s/g, "") !== saved.phone.replaceAll(/\s/g, "");
  return JSON.stringify(draft[name]) !== JSON.stringify(saved[name]);
}

type FieldName = "firstName" | "lastName" | "phone";

/** First error before sending: a missing name, or the error of the phone validator. */
export function validatePersonalDetails({
  firstName,
  lastName,
  phone,
}: PersonalDetailsDraft): Partial<Record<FieldName, string>> {
  const phoneCheck = phone.trim() === "" ? undefined : checkPhone(phone);
  return {
    ...(!firstName.trim() && { firstName: "missing" }),
    ...(!lastName.trim() && { lastName: "missing" }),
    ...(phoneCheck && !phoneCheck.valid && { phone: `${phoneCheck.message}. ${phoneCheck.suggestion}.` }),
  };
}
