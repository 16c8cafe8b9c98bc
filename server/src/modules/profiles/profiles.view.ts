import type { Profile, PublicPerson, Vehicle } from "@commonlane/contract/profiles";
import type { NamesRow, ProfileRow } from "./profiles.store.ts";

/** A person's own record, which nobody else is shown. */
export function ownProfile(row: ProfileRow, vehicles: Vehicle[]): Profile {
  return {
    uid: row.uid,
    email: row.email,
    emailVerified: row.email_verified,
    displayName: row.display_name,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    phoneVerified: row.phone_verified,
    gender: row.gender,
    birthDate: row.birth_date,
    adultDeclared: row.adult_declared,
    bio: row.bio,
    languages: row.languages,
    preferences: row.preferences,
    vehicles,
    locale: row.locale,
    timeZone: row.time_zone,
    createdAt: row.created_at.toISOString(),
  };
}

/** First name and initial: all that strangers are told (domain.md, Privacy by stage). */
export function publicPerson(row: NamesRow): PublicPerson {
  const names = namesIn(row);
  const [first = "Member", ...others] = names;
  const last = others.at(-1);
  return {
    uid: row.uid,
    displayName: last ? `${first} ${firstLetter(last)}.` : first,
    initials: initialsOf(names),
    rating: { mean: null, count: 0 },
    reliability: null,
  };
}

function namesIn({ first_name, last_name, display_name }: NamesRow): string[] {
  const [first, last] = [words(first_name).join(" "), words(last_name).join(" ")];
  return first || last ? [first, last].filter(Boolean) : words(display_name);
}

const words = (text: string | null) => (text ?? "").split(/\s+/).filter(Boolean);

/**
 * The letters in a person's circle, by the specification's section 2. The rule's third step, the first letter of the
 * e-mail, is left to what people see of themselves: it is nobody else's business.
 */
const initialsOf = (names: string[]): string => names.slice(0, 2).map(firstLetter).join("") || "U";

const FIRST_MARK = 0x300;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** As a reader counts letters: an accent written separately stays with its letter. */
function firstLetter(word: string): string {
  // Segmenting is dear, and below the combining marks every character stands for itself.
  if (word.charCodeAt(0) < FIRST_MARK && !(word.charCodeAt(1) >= FIRST_MARK))
    return word.charAt(0).toLocaleUpperCase("en");
  const [first] = graphemes.segment(word);
  return first?.segment.toLocaleUpperCase("en") ?? "";
}
