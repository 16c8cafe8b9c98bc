import { localText, translate, translateText } from "#platform/i18n/translate.ts";
import { message } from "@commonlane/contract/message";
import { MINIMUM_AGE_YEARS } from "@commonlane/contract/limits";
import type { Gender, Membership, PublicPerson, Vehicle } from "@commonlane/contract/profiles";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { findProfileNameProblem } from "./name-rules.ts";
import {
  findCompletenessRow,
  findMembershipRows,
  findVehicle,
  findPublicPersonRow,
  findPublicPersonRows,
} from "./profiles.store.ts";
import { lockGender } from "./same-gender-items.store.ts";
import { viewMembership, viewPublicPerson } from "./profiles.view.ts";

/** A user as strangers see them; undefined if they do not exist. */
export async function findPublicPerson(
  { db, now }: Context,
  uid: string,
): Promise<PublicPerson | undefined> {
  const row = await findPublicPersonRow(db, {
    uid,
    at: now(),
  });
  return row && viewPublicPerson(row);
}

/** Users as strangers see them. Unknown users are left out. */
export async function findPublicPeople(
  ctx: Context,
  uids: readonly string[],
): Promise<Map<string, PublicPerson>> {
  const uniqueUids = [...new Set(uids)];
  if (uniqueUids.length === 0) return new Map();
  const at = ctx.now();
  // A transaction cannot share statements with other requests, so it uses one for all users.
  const rows = ctx.db.isTransaction
    ? await findPublicPersonRows(ctx.db, uniqueUids, at)
    : await Promise.all(
        uniqueUids.map((uid) =>
          findPublicPersonRow(ctx.db, {
            uid,
            at,
          }),
        ),
      );
  return new Map(rows.flatMap((row) => (row ? [[row.uid, viewPublicPerson(row)] as const] : [])));
}

/** What the community knows about these members. */
export async function findMemberships(
  ctx: Context,
  uids: readonly string[],
): Promise<Map<string, Membership>> {
  const rows = await findMembershipRows(ctx, uids);
  return new Map(rows.map((row) => [row.uid, viewMembership(row)]));
}

const TOO_YOUNG = message("You must be {age} or older.", { comment: "age: a number of years." });
const AGE_NEEDED = message("Enter your birth date, or confirm that you are {age} or older.", {
  comment: "age: a number of years.",
});
const NAME_NEEDED = message("Change your name in your profile. {problem}", {
  comment: "problem: a sentence that says what is wrong with the name.",
});

/**
 * Riding requires a minimum age of 18, by birth date or declaration (domain.md, Account), and a valid name. Throws
 * profile_incomplete with the missing field.
 */
export async function assertProfileComplete(ctx: Context, uid: string): Promise<void> {
  const person = await findCompletenessRow(ctx.db, uid);
  const isAdult =
    person &&
    (person.birth_date ? isOldEnough(person.birth_date, ctx.now()) : person.adult_declared);
  if (!isAdult) {
    const birthDate = person?.birth_date
      ? localText(TOO_YOUNG, { age: MINIMUM_AGE_YEARS })
      : localText(AGE_NEEDED, { age: MINIMUM_AGE_YEARS });
    throw new Problem("profile_incomplete", { fields: { birthDate } });
  }
  const nameProblem = findProfileNameProblem(person, ctx.community);
  if (nameProblem !== null)
    throw new Problem("profile_incomplete", {
      fields: {
        firstName: (language) =>
          translate(language, NAME_NEEDED, { problem: translateText(language, nameProblem) }),
      },
    });
}

export async function findGender(ctx: Context, uid: string): Promise<Gender | null> {
  return (await findCompletenessRow(ctx.db, uid))?.gender ?? null;
}

/** The same, where it cannot change until the transaction ends: others agree to share something with this gender. */
export async function holdGender(ctx: InTransaction, uid: string): Promise<Gender | null> {
  await lockGender(ctx, uid, "shared");
  return findGender(ctx, uid);
}

/** A vehicle of this user; undefined if it belongs to another user or does not exist. */
export function findOwnVehicle(
  ctx: Context,
  uid: string,
  vehicleId: string,
): Promise<Omit<Vehicle, "id"> | undefined> {
  return findVehicle(ctx, uid, vehicleId);
}

/** By the calendar in UTC. Dates as YYYY-MM-DD sort like text. */
function isOldEnough(birthDate: string, now: Date): boolean {
  return birthDate <= dateYearsBefore(now, MINIMUM_AGE_YEARS);
}

/**
 * The same day `years` earlier. The result may be a 29 February that does not exist, which still compares correctly.
 */
export function dateYearsBefore(now: Date, years: number): string {
  const today = now.toISOString().slice(0, 10);
  return `${Number(today.slice(0, 4)) - years}${today.slice(4)}`;
}
