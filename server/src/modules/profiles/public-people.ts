import { MINIMUM_AGE_YEARS } from "@commonlane/contract/limits";
import type { Gender, PublicPerson, Vehicle } from "@commonlane/contract/profiles";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { findProfileNameProblem } from "./name-rules.ts";
import { findCompletenessRow, findVehicle, findPublicPersonRow, findPublicPersonRows } from "./profiles.store.ts";
import { viewPublicPerson } from "./profiles.view.ts";

/** How this person looks to strangers; nothing where there is no such person. */
export async function findPublicPerson({ db }: Context, uid: string): Promise<PublicPerson | undefined> {
  const row = await findPublicPersonRow(db, uid);
  return row && viewPublicPerson(row);
}

/** How these people look to strangers. Whoever does not exist is not in the answer. */
export async function findPublicPeople(ctx: Context, uids: readonly string[]): Promise<Map<string, PublicPerson>> {
  const uniqueUids = [...new Set(uids)];
  if (uniqueUids.length === 0) return new Map();
  // Within a transaction there is nobody to share a statement with, and one is enough for all of them.
  const rows = ctx.db.isTransaction
    ? await findPublicPersonRows(ctx.db, uniqueUids)
    : await Promise.all(uniqueUids.map((uid) => findPublicPersonRow(ctx.db, uid)));
  return new Map(rows.flatMap((row) => (row ? [[row.uid, viewPublicPerson(row)] as const] : [])));
}

export interface CompletePerson {
  readonly gender: Gender | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
}

/**
 * Who wants to ride must be known to be 18: by a birth date, or without one by their word (domain.md, Account).
 * Their name must pass the name rule, too. Throws Problem profile_incomplete that names the missing field.
 */
export async function assertProfileComplete(ctx: Context, uid: string): Promise<CompletePerson> {
  const person = await findCompletenessRow(ctx.db, uid);
  const isAdult = person && (person.birth_date ? isOldEnough(person.birth_date, ctx.now()) : person.adult_declared);
  if (!isAdult) {
    const birthDate = person?.birth_date
      ? `You must be ${MINIMUM_AGE_YEARS} or older.`
      : `Please give your birth date, or declare that you are ${MINIMUM_AGE_YEARS} or older.`;
    throw new Problem("profile_incomplete", { fields: { birthDate } });
  }
  const nameProblem = findProfileNameProblem(person, ctx.settings);
  if (nameProblem !== null)
    throw new Problem("profile_incomplete", {
      fields: { firstName: `Please change your name in your profile. ${nameProblem}` },
    });
  return { gender: person.gender, firstName: person.first_name, lastName: person.last_name, phone: person.phone };
}

export async function findGender(ctx: Context, uid: string): Promise<Gender | null> {
  return (await findCompletenessRow(ctx.db, uid))?.gender ?? null;
}

/** A vehicle that belongs to `uid`; nothing when it is another's or nobody's. */
export function findOwnVehicle(ctx: Context, uid: string, vehicleId: string): Promise<Omit<Vehicle, "id"> | undefined> {
  return findVehicle(ctx, uid, vehicleId);
}

/** By the calendar in UTC. Days written YYYY-MM-DD are ordered as text. */
function isOldEnough(birthDate: string, now: Date): boolean {
  return birthDate <= dateYearsBefore(now, MINIMUM_AGE_YEARS);
}

/** The same day of the year, `years` before; the 29th of February need not exist there to be compared with. */
export function dateYearsBefore(now: Date, years: number): string {
  const today = now.toISOString().slice(0, 10);
  return `${Number(today.slice(0, 4)) - years}${today.slice(4)}`;
}
