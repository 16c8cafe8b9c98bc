import { MINIMUM_AGE_YEARS } from "@commonlane/contract/limits";
import type { Gender, PublicPerson, Vehicle } from "@commonlane/contract/profiles";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { problemOfNames } from "./names.ts";
import { completenessOf, findVehicle, nameOf, namesOf } from "./profiles.store.ts";
import { publicPerson } from "./profiles.view.ts";

/** How this person looks to strangers; nothing where there is no such person. */
export async function personByUid({ db }: Context, uid: string): Promise<PublicPerson | undefined> {
  const row = await nameOf(db, uid);
  return row && publicPerson(row);
}

/** How these people look to strangers. Whoever does not exist is not in the answer. */
export async function peopleByUid(ctx: Context, uids: readonly string[]): Promise<Map<string, PublicPerson>> {
  const asked = [...new Set(uids)];
  if (asked.length === 0) return new Map();
  // Within a transaction there is nobody to share a statement with, and one is enough for all of them.
  const rows = ctx.db.isTransaction
    ? await namesOf(ctx.db, asked)
    : await Promise.all(asked.map((uid) => nameOf(ctx.db, uid)));
  return new Map(rows.flatMap((row) => (row ? [[row.uid, publicPerson(row)] as const] : [])));
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
export async function mustBeComplete(ctx: Context, uid: string): Promise<CompletePerson> {
  const person = await completenessOf(ctx.db, uid);
  const grown = person && (person.birth_date ? isGrown(person.birth_date, ctx.now()) : person.adult_declared);
  if (!grown) {
    const birthDate = person?.birth_date
      ? `You must be ${MINIMUM_AGE_YEARS} or older.`
      : `Please give your birth date, or declare that you are ${MINIMUM_AGE_YEARS} or older.`;
    throw new Problem("profile_incomplete", { fields: { birthDate } });
  }
  const nameProblem = problemOfNames(person, ctx.settings);
  if (nameProblem !== null)
    throw new Problem("profile_incomplete", {
      fields: { firstName: `Please change your name in your profile. ${nameProblem}` },
    });
  return { gender: person.gender, firstName: person.first_name, lastName: person.last_name, phone: person.phone };
}

export async function genderOf(ctx: Context, uid: string): Promise<Gender | null> {
  return (await completenessOf(ctx.db, uid))?.gender ?? null;
}

/** A vehicle that belongs to `uid`; nothing when it is another's or nobody's. */
export function vehicleOf(ctx: Context, uid: string, vehicleId: string): Promise<Omit<Vehicle, "id"> | undefined> {
  return findVehicle(ctx, uid, vehicleId);
}

/** By the calendar in UTC. Days written YYYY-MM-DD are ordered as text. */
function isGrown(birthDate: string, now: Date): boolean {
  return birthDate <= yearsBefore(now, MINIMUM_AGE_YEARS);
}

/** The same day of the year, `years` before; the 29th of February need not exist there to be compared with. */
export function yearsBefore(now: Date, years: number): string {
  const today = now.toISOString().slice(0, 10);
  return `${Number(today.slice(0, 4)) - years}${today.slice(4)}`;
}
