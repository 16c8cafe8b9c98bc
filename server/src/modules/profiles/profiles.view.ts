import type {
  Membership,
  Profile,
  PublicPerson,
  PublicProfile,
  Vehicle,
} from "@commonlane/contract/profiles";
import { maskVehicle, maskText } from "#modules/privacy/index.ts";
import type { Community } from "#platform/community/community.ts";
import { isAllowedName, findProfileNameProblem, publicFirstName } from "./name-rules.ts";
import type { PublicPersonRow, ProfileRow, PublicProfileRow } from "./profiles.store.ts";

/** A user's own profile, never shown to others. */
export function viewOwnProfile(
  row: ProfileRow,
  vehicles: Vehicle[],
  community: Pick<Community, "name">,
): Profile {
  return {
    uid: row.uid,
    email: row.email,
    emailVerified: row.email_verified,
    displayName: row.display_name,
    firstName: row.first_name,
    lastName: row.last_name,
    nameProblem: findProfileNameProblem(row, community),
    phone: row.phone,
    phoneVerified: row.phone_verified,
    phoneShared: row.phone_shared,
    gender: row.gender,
    photo: photoUrl(row, "small"),
    photoLarge: photoUrl(row, "large"),
    birthDate: row.birth_date,
    adultDeclared: row.adult_declared,
    bio: row.bio,
    languages: row.languages,
    preferences: row.preferences,
    needs: row.needs,
    vehicles,
    homePlace: row.home_place,
    workPlace: row.work_place,
    welcomed: row.welcomed_at !== null,
    hasImportedData: row.has_imported_data,
    locale: row.locale,
    timeZone: row.time_zone,
    rating: viewRating(row),
    reliability: row.reliability,
    createdAt: row.created_at.toISOString(),
  };
}

/** First name and initial: all that strangers see (domain.md, Privacy by stage). */
export function viewPublicPerson(row: PublicPersonRow): PublicPerson {
  const ownNames = nameParts(row);
  const first = publicFirstName(ownNames[0]);
  const last = first === ownNames[0] ? ownNames.slice(1).findLast(isAllowedName) : undefined;
  return {
    uid: row.uid,
    displayName: last ? `${first} ${firstLetter(last)}.` : first,
    initials: toInitials(shownNames(ownNames, first)),
    photo: photoUrl(row, "small"),
    rating: viewRating(row),
    reliability: row.reliability,
    ...(row.marks && { marks: [...row.marks] }),
  };
}

/** A first name that is not allowed is replaced, and the others are then not shown either. */
function shownNames(ownNames: readonly string[], first: string): string[] {
  if (ownNames.length === 0) return [];
  return first === ownNames[0] ? ownNames.filter(isAllowedName) : [first];
}

/** First name alone: all that visitors without an account see. */
export const viewFirstName = (row: NameRow): string => publicFirstName(nameParts(row)[0]);

/** For any signed-in user: no surname, number plate or contact details. */
export function viewPublicProfile(row: PublicProfileRow, vehicles: Vehicle[]): PublicProfile {
  return {
    ...viewPublicPerson(row),
    photoLarge: photoUrl(row, "large"),
    bio: maskText(row.bio, row.acquainted),
    languages: row.languages,
    preferences: row.preferences,
    vehicles: vehicles.map(({ make, model, colour, seats, comfort }) =>
      maskVehicle(
        {
          make,
          model,
          colour,
          seats,
          comfort,
        },
        row.acquainted,
      ),
    ),
    ...viewMembership(row),
  };
}

type MembershipRow = Pick<PublicProfileRow, "email_verified" | "phone_verified" | "created_at">;

export const viewMembership = (row: MembershipRow): Membership => ({
  emailVerified: row.email_verified,
  phoneVerified: row.phone_verified,
  memberSince: row.created_at.toISOString().slice(0, 7),
});

/** Mean of the published ratings, rounded to two decimals. */
export function viewRating({
  rating_count: count,
  rating_sum,
}: Pick<PublicPersonRow, "rating_count" | "rating_sum">) {
  return {
    mean: count === 0 ? null : Math.round((100 * rating_sum) / count) / 100,
    count,
  };
}

const photoUrl = (
  { photo_id }: { photo_id: string | null },
  size: "small" | "large",
): string | null => photo_id && `/api/photos/${photo_id}/${size}`;

type NameRow = Pick<PublicPersonRow, "first_name" | "last_name" | "display_name">;

function nameParts({ first_name, last_name, display_name }: NameRow): string[] {
  const first = splitWords(first_name).join(" ");
  const last = splitWords(last_name).join(" ");
  return first || last ? [first, last].filter(Boolean) : splitWords(display_name);
}

const splitWords = (text: string | null) => (text ?? "").split(/\s+/).filter(Boolean);

/**
 * Initials for the avatar, by the specification's section 2. Omits the rule's third step, the first letter of the
 * e-mail, because others must not see any of it.
 */
const toInitials = (names: string[]): string => names.slice(0, 2).map(firstLetter).join("") || "U";

const FIRST_COMBINING_MARK = 0x300;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns the first grapheme in upper case: a combining accent stays with its letter. */
function firstLetter(word: string): string {
  // Segmenting is slow, and below the combining marks every character is a grapheme of its own.
  if (word.charCodeAt(0) < FIRST_COMBINING_MARK && !(word.charCodeAt(1) >= FIRST_COMBINING_MARK))
    return word.charAt(0).toLocaleUpperCase("en");
  const [first] = graphemes.segment(word);
  return first?.segment.toLocaleUpperCase("en") ?? "";
}
